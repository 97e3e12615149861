"""A codec whose tables have texts of several characters, no text and nothing at all for some bytes."""
import codecs


class Codec(codecs.Codec):
    """Converts by the tables below."""

    def encode(self, input, errors="strict"):
        return codecs.charmap_encode(input, errors, encoding_map)

    def decode(self, input, errors="strict"):
        return codecs.charmap_decode(input, errors, decoding_map)


class StreamWriter(Codec, codecs.StreamWriter):
    """Writes what is encoded."""


class StreamReader(Codec, codecs.StreamReader):
    """Reads what is decoded."""


def getregentry():
    """What a search function gives for the codec."""
    return Codec().encode, Codec().decode, StreamReader, StreamWriter


decoding_map = codecs.make_identity_dict(range(256)) | {ord("x"): "abc", b"abc": ord("x"), 1: None, ord("y"): ""}
encoding_map = {byte: byte for byte in range(256)} | {ord("x"): b"abc", 1: None}
