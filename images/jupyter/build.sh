#!/bin/sh
# Makes the image airlock/jupyter (or $1) on the base $2. PIP_CERT names the certificates that the way to the packages needs, if it does.
set -eu
here=$(dirname "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$here/Dockerfile" "$here/requirements.txt" "$work"
[ -z "${PIP_CERT:-}" ] || cp "$PIP_CERT" "$work/ca.pem"
docker build --network host --build-arg BASE="${2:-python:3.12-bullseye}" --tag "${1:-airlock/jupyter}" "$work"
