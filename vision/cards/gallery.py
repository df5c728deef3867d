"""The owner's cards as the reader knows them: each by one or more samples; a gallery never changes, it is replaced."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.cards.geometry import DISCS
from vision.cards.lookalikes import Twin, twins
from vision.cards.sample import DamagedCopy, Sample
from vision.cards.sift_index import Index
from vision.cards.thumbnail_print import SMALL, spectrum

MAGIC: Final = b"TSG1"


class Shelf:
    """All samples of one shape side by side, so that one product compares with every one of them."""

    __slots__ = ("_rough", "_squares", "aspects", "ids", "near", "prints", "rows", "spectra", "whose")

    def __init__(self, rows: list[tuple[str, Sample]]) -> None:
        self.rows = rows
        self.ids = np.array([id for id, _ in rows])
        numbers = {id: i for i, id in enumerate(dict.fromkeys(id for id, _ in rows))}
        self.whose = np.array([numbers[id] for id, _ in rows])
        """Of which card each sample is, as a number: names are slow to compare."""
        aspects = [s.aspect for _, s in rows]
        self.aspects = min(aspects), max(aspects)
        """How slim the slimmest is and the broadest."""
        flat = np.stack([s.print.reshape(-1) for _, s in rows]).astype(np.float32)
        disc = rows[0][1].shape in DISCS
        self.spectra: NDArray[np.complex64] | None = np.stack([spectrum(s.print) for _, s in rows]) if disc else None
        self.prints: NDArray[np.float32] = flat
        self.near: dict[int, list[int]] = {}
        self._squares: NDArray[np.float32] | None = None
        self._rough: NDArray[np.float32] | None = None

    def alike(self, seen: NDArray[np.float32], shown: NDArray[np.float32] | None) -> NDArray[np.float32]:
        """How alike a print is to every sample's, where it shows."""
        if shown is None:
            return np.asarray(self.prints @ seen)
        part = seen * shown
        norm = np.sqrt(self.squares @ shown) * float(np.linalg.norm(part))
        return np.asarray(self.prints @ part / np.maximum(norm, 1e-6))

    @property
    def squares(self) -> NDArray[np.float32]:
        """The prints' numbers squared."""
        if self._squares is None:
            self._squares = self.prints * self.prints
        return self._squares

    @property
    def rough(self) -> NDArray[np.float32]:
        """The prints of cards with corners half as fine: a row of colours for each."""
        if self._rough is None:
            w, h = SMALL[self.rows[0][1].shape]
            blocks = self.prints.reshape(-1, h // 2, 2, w // 2, 2, 3)
            self._rough = np.ascontiguousarray(blocks.mean(axis=(2, 4)).reshape(len(self.prints), -1, 3))
        return self._rough

    def all_alike(self, seen: NDArray[np.float32], shown: NDArray[np.float32]) -> NDArray[np.float32]:
        """How alike each of some prints, where it shows, is to every sample's."""
        part = seen * shown
        norm = np.sqrt(shown @ self.squares.T) * np.linalg.norm(part, axis=1)[:, None]
        return np.asarray(part @ self.prints.T / np.maximum(norm, 1e-6))

    def symmetric(self, row: int) -> bool:
        """Whether the card looks the same upside down, so that its turn means nothing."""
        if self.spectra is not None:
            return False
        sample = self.rows[row][1]
        w, h = SMALL[sample.shape]
        upright = self.prints[row].reshape(h, w, 3)
        return float(np.vdot(upright, upright[::-1, ::-1])) > 0.85

    def siblings(self, row: int, most: int = 3) -> list[int]:
        """The samples of other cards that look most like this one."""
        if row not in self.near:
            alike = self.prints @ self.prints[row]
            alike[self.whose == self.whose[row]] = -1
            best = np.argsort(-alike)[:most]
            self.near[row] = [int(i) for i in best if alike[i] > -1]
        return self.near[row]


class Gallery:
    """Cards by id, each with its samples. Adding or removing gives a new gallery."""

    def __init__(self, samples: Iterable[tuple[str, Sample]] = ()) -> None:
        self.samples: tuple[tuple[str, Sample], ...] = tuple(samples)

    def add(self, id: str, sample: Sample) -> Gallery:
        """The gallery with one more photo of this card."""
        return Gallery((*self.samples, (id, sample)))

    def remove(self, id: str) -> Gallery:
        """The gallery without this card."""
        return Gallery(row for row in self.samples if row[0] != id)

    def look_alikes(self, sample: Sample, but: str | None = None) -> tuple[Twin, ...]:
        """Cards already known that are easily taken for this one, each with the region that tells them apart."""
        shelf = self.shelves.get(sample.shape)
        return twins(sample, [row for row in shelf.rows if row[0] != but] if shelf else [])

    def only(self, ids: Iterable[str]) -> Gallery:
        """The part of the gallery that holds these cards."""
        wanted = set(ids)
        return Gallery(row for row in self.samples if row[0] in wanted)

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """The cards known, in the order they were taught."""
        return tuple(dict.fromkeys(id for id, _ in self.samples))

    def __len__(self) -> int:
        return len(self.ids)

    def __iter__(self) -> Iterator[tuple[str, Sample]]:
        return iter(self.samples)

    @cached_property
    def shelves(self) -> dict[str, Shelf]:
        """The samples by shape."""
        groups: dict[str, list[tuple[str, Sample]]] = {}
        for id, sample in self.samples:
            groups.setdefault(sample.shape, []).append((id, sample))
        return {shape: Shelf(rows) for shape, rows in groups.items()}

    @cached_property
    def row_on_shelf(self) -> list[tuple[str, int]]:
        """For each sample in order: its shape, and its place on that shape's shelf."""
        counts: dict[str, int] = {}
        out = []
        for _, sample in self.samples:
            out.append((sample.shape, counts.get(sample.shape, 0)))
            counts[sample.shape] = counts.get(sample.shape, 0) + 1
        return out

    @cached_property
    def index(self) -> Index:
        """All local marks, ready to be looked up."""
        return Index([sample for _, sample in self.samples])

    def to_bytes(self) -> bytes:
        """The whole gallery as bytes, with a check sum."""
        parts = [struct.pack("<I", len(self.samples))]
        for id, sample in self.samples:
            name, data = id.encode(), sample.to_bytes()
            parts += [struct.pack("<HI", len(name), len(data)), name, data]
        body = b"".join(parts)
        return MAGIC + struct.pack("<I", zlib.crc32(body)) + body

    @staticmethod
    def from_bytes(data: bytes) -> Gallery:
        """A gallery from its bytes; damaged bytes are refused as a whole."""
        if len(data) < 12 or data[:4] != MAGIC:
            raise DamagedCopy("copy_not_cards")
        body = data[8:]
        if zlib.crc32(body) != struct.unpack_from("<I", data, 4)[0]:
            raise DamagedCopy("copy_damaged")
        rows, at = [], 4
        try:
            for _ in range(struct.unpack_from("<I", body)[0]):
                n, m = struct.unpack_from("<HI", body, at)
                at += 6
                if at + n + m > len(body):
                    raise DamagedCopy("copy_cut_short")
                rows.append((body[at : at + n].decode(), Sample.from_bytes(body[at + n : at + n + m])))
                at += n + m
        except (struct.error, UnicodeDecodeError) as error:
            raise DamagedCopy("copy_damaged") from error
        return Gallery(rows)
