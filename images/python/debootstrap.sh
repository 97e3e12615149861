#!/bin/sh
# Makes the image airlock/python (or $1) from Debian packages, for machines without a registry: a minimal Debian with Python,
# and pip's wheel for --package. Needs root, debootstrap and docker. DEBIAN_MIRROR is where the packages come from.
set -eu
tag=${1:-airlock/python}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root

debootstrap --variant=minbase --include=python3,python3-pip-whl,ca-certificates bookworm "$root" "${DEBIAN_MIRROR:-http://deb.debian.org/debian}" >"$work/log" 2>&1 || {
  tail -n 20 "$work/log" >&2
  exit 1
}
# A sandbox installs no Debian packages, and reads no manuals.
rm -rf "$root"/var/cache/* "$root"/var/lib/apt "$root"/var/lib/dpkg "$root"/var/log/* "$root"/etc/apt "$root"/usr/lib/apt \
  "$root"/usr/share/doc "$root"/usr/share/man "$root"/usr/share/info "$root"/usr/share/locale "$root"/usr/share/bash-completion \
  "$root"/usr/share/lintian "$root"/usr/share/perl5 "$root"/usr/lib/x86_64-linux-gnu/perl-base "$root"/usr/bin/perl* \
  "$root"/usr/bin/apt* "$root"/usr/bin/dpkg* "$root"/usr/sbin/dpkg* "$root"/usr/lib/dpkg
find "$root" -xdev -type d -name __pycache__ -prune -exec rm -rf {} +
# Compiled anew for everybody: the root of a sandbox is read-only, so that it can't keep what it compiles.
chroot "$root" python3 -m compileall -q /usr/lib/python3.11 /usr/lib/python3 >"$work/log" 2>&1 || true # some of its tests are wrong on purpose
find "$root" -xdev -perm /6000 -type f -exec chmod a-s {} +
chroot "$root" python3 -c 'import ctypes, json, socket, ssl, threading' # what was removed wasn't needed

tar -C "$root" --numeric-owner --sort=name -c . | docker import \
  --change 'LABEL dev.airlock.image="python" org.opencontainers.image.title="airlock/python" org.opencontainers.image.licenses="Apache-2.0"' \
  --change 'ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' \
  --change 'USER 65534:65534' --change 'WORKDIR /tmp' --change 'CMD ["python3"]' - "$tag"
