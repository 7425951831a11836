"""Real image files, made of nothing but zlib."""

import struct
import zlib


def png(width: int, height: int, is_ink=lambda column, row: True) -> bytes:
    """A PNG, red where it is ink and white elsewhere (8 bits a channel; https://www.w3.org/TR/png-3/)."""
    rows = b"".join(b"\0" + b"".join(b"\xc0\x10\x10" if is_ink(column, row) else b"\xff\xff\xff" for column in range(width)) for row in range(height))
    parts = [(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)), (b"IDAT", zlib.compress(rows)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in parts)


def jpeg_size(picture: bytes) -> tuple[int, int]:
    """Width and height, by its first frame's header (ITU-T T.81, B.2.2)."""
    at = 2
    while picture[at + 1] not in (0xC0, 0xC1, 0xC2):
        at += 2 + int.from_bytes(picture[at + 2:at + 4], "big")
    height, width = struct.unpack(">HH", picture[at + 5:at + 9])
    return width, height


def heartbeats(width: int = 600, height: int = 160, beats: int = 5) -> bytes:
    """A strip of heartbeats."""
    every, middle = width // beats, height // 2
    # One beat: (where in it, how high), with straight lines between.
    beat = [(0, 0), (30, 0), (38, 8), (46, 0), (52, -6), (58, 60), (64, -18), (70, 0), (85, 12), (97, 0), (every, 0)]

    def level(column):
        at = column % every
        for (left, low), (right, high) in zip(beat, beat[1:]):
            if left <= at < right:
                return low + (high - low) * (at - left) / (right - left)
        return 0

    levels = [middle - level(column) for column in range(width + 1)]
    spans = [(min(pair) - 1, max(pair) + 1) for pair in zip(levels, levels[1:])]
    return png(width, height, lambda column, row: spans[column][0] <= row <= spans[column][1])
