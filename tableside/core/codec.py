"""Frozen dataclasses to plain JSON and back, exactly; types are the schema."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import operator
import re
import types
import typing
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from functools import cache
from itertools import repeat
from typing import Any, TypeVar

from tableside.core.errors import Complaint, complaint
from tableside.core.moves import Text, text
from tableside.core.type_grammar import shape_of

T = TypeVar("T")
Json = Any

DEPTH = 200
"""Deeper nesting is refused."""
DIGITS = 18
"""Longer numbers are refused; no database column holds them."""
WIDE = 10**DIGITS
BITS = 4096
"""A whole number of more digits is a set of places, a bit for each; it is written in hexadecimal, up to this size."""
_WIDE = re.compile(r"-?0x[1-9a-f][0-9a-f]{0,1023}")


class CodecError(Complaint):
    """Data that does not fit: where in it, and what is wrong."""

    def __init__(self, path: str, problem: Text) -> None:
        super().__init__(problem)
        self.path = path

    @property
    def told(self) -> Text:
        return text("core.bad.at", place=self.path, problem=self.problem) if self.path else self.problem

    def __str__(self) -> str:
        return f"{self.path or 'top'}: {super().__str__()}"


class VersionError(CodecError):
    """A file of a newer or unknown version of the format."""


# -- out ---------------------------------------------------------------------------------------


def encode(value: Any) -> Json:
    """The value as plain JSON data that `parse` and `decode` read back equal; a CodecError when there is none."""
    return _encoded(value, _number)


def _encoded(value: Any, number: Callable[[int], int | str]) -> Json:
    if value is None or value is True or value is False:
        return value
    kind = type(value)
    if kind is int:
        return value if -WIDE < value < WIDE else number(value)
    if kind is str:
        return value if value.isascii() else _whole_letters(value)
    if kind is float:
        return value if abs(value) < WIDE else _no_number(value)
    if kind is tuple or kind is list:
        return [_encoded(item, number) for item in value]
    if kind is frozenset:
        return sorted((_encoded(item, number) for item in value), key=canonical)
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, (dict, types.MappingProxyType)):
        return {str(key): _encoded(item, number) for key, item in value.items()}
    names = _encodable(typing.cast(Any, kind))
    if names is None:
        raise CodecError("", text("core.bad.no_codec", kind=kind.__name__))
    result = {name: _encoded(getattr(value, name), number) for name in names}
    if getattr(kind, "TAGGED", False):
        result["type"] = kind.__name__
    return result


def _number(value: int) -> str:
    """A whole number too long for JSON numbers, in hexadecimal."""
    return hex(value) if value.bit_length() <= BITS else _no_number(hex(value))


def _no_number(found: Any) -> typing.NoReturn:
    raise CodecError("", text("core.bad.number", found=str(found)[:40]))


def _whole_letters(value: str) -> str:
    """The string itself, unless it holds half of a surrogate pair, which no file or database can take."""
    try:
        value.encode()
    except UnicodeEncodeError:
        raise CodecError("", text("core.bad.half_letter")) from None
    return value


_quoted = json.encoder.encode_basestring
_first = operator.itemgetter(0)


@cache
def _encodable(kind: type) -> tuple[str, ...] | None:
    if not dataclasses.is_dataclass(kind):
        return None
    return tuple(field.name for field in dataclasses.fields(kind))


def canonical(data: Json) -> str:
    """One text for equal data."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def digest(value: Any) -> str:
    """A short fingerprint of a state: equal states, equal fingerprints, on every machine and in every version."""
    return hashlib.blake2b(_canonical_text(value).encode(), digest_size=12).hexdigest()


def _canonical_text(value: Any) -> str:
    """`canonical(bare(value))`, written at once: most of a replay's time was the data in between.

    Nothing is remembered from one call to the next, so a state that was changed in place has another fingerprint.
    """
    kind = type(value)
    if kind is str:
        return _quoted(value if value.isascii() else _whole_letters(value))
    if kind is int:
        return int.__repr__(value)
    if value is None:
        return "null"
    if kind is bool:
        return "true" if value else "false"
    if kind is tuple or kind is list:
        return f"[{','.join([_canonical_text(item) for item in value])}]"
    fields = _sorted_fields(typing.cast(Any, kind))
    if fields is not None:
        return "{" + ",".join([before + _canonical_text(getattr(value, name)) for name, before in fields]) + "}"
    if isinstance(value, Enum):
        return _canonical_text(value.value)
    if isinstance(value, (dict, types.MappingProxyType)):
        items = sorted({str(key): item for key, item in value.items()}.items(), key=_first)
        return "{" + ",".join([f"{_quoted(key)}:{_canonical_text(item)}" for key, item in items]) + "}"
    return canonical(bare(value))


@cache
def _sorted_fields(kind: type) -> tuple[tuple[str, str], ...] | None:
    """The fields of an untagged dataclass in the order of their names, each with its name as it is written."""
    names = _encodable(typing.cast(Any, kind))
    if names is None or getattr(kind, "TAGGED", False) or issubclass(kind, Enum):
        return None
    return tuple((name, f"{_quoted(name)}:") for name in sorted(names))


def bare(value: Any) -> Json:
    """The value as plain data with every whole number as it is, however long; not all of it can be parsed again."""
    return _encoded(value, int)


# -- in ----------------------------------------------------------------------------------------

Decoder = Callable[[Json, str], Any]


def decode(kind: type[T] | Any, data: Json, path: str = "") -> T:
    """A value of this type from plain JSON data; what does not fit is a CodecError that names the place."""
    try:
        return typing.cast(T, decoder(typing.cast(Any, kind))(data, path))
    except RecursionError:
        raise CodecError(path, text("core.bad.nested")) from None


@cache
def decoder(kind: Any) -> Decoder:
    """How this type is read."""
    shape = shape_of(kind)
    match shape.form, shape.inner:
        case "any", _:
            return _any
        case "none", _:
            return _none
        case "primitive", _:
            return _primitive(kind)
        case "union", kinds:
            return _union(kinds)
        case "literal", _:
            return _literal(typing.get_args(kind))
        case "list", (item,):
            return _several(item)
        case "fixed", kinds:
            return _fixed(kinds)
        case "set", (item,):
            return _set(item)
        case "mapping", (item,):
            return _mapping(item)
        case "enum", _:
            return _enum(kind)
        case "object", _:
            return _dataclass(kind)
    raise TypeError(f"no codec for {kind!r}")


def read_text(data: Json) -> Text:
    """A Text as `encode` wrote it, with the Texts in it; a CodecError when it is none."""
    if not isinstance(data, dict) or set(data) != {"key", "args"} or type(data["key"]) is not str:
        raise CodecError("", text("core.bad.unfit"))
    pairs = [items_of(pair, "args") for pair in items_of(data["args"], "args")]
    if any(len(pair) != 2 or type(pair[0]) is not str for pair in pairs):
        raise CodecError("args", text("core.bad.unfit"))
    return Text(data["key"], tuple((name, _text_argument(value)) for name, value in pairs))


def _text_argument(value: Json) -> Any:
    if isinstance(value, list):
        return tuple(_text_argument(one) for one in value)
    return read_text(value) if isinstance(value, dict) else _any(value, "args")


def _any(data: Json, path: str) -> Any:
    if isinstance(data, list):
        return tuple(_any(item, path) for item in data)
    if isinstance(data, dict):
        raise CodecError(path, text("core.bad.plain"))
    if type(data) in (int, float) and not -WIDE < data < WIDE:
        raise CodecError(path, text("core.bad.number", found=short(data)))
    return data


def _none(data: Json, path: str) -> None:
    if data is not None:
        raise CodecError(path, text("core.bad.nothing", found=short(data)))


def _primitive(kind: Any) -> Decoder:
    key = f"core.bad.{kind.__name__}"

    def read(data: Json, path: str) -> Any:
        if type(data) is kind:
            if kind in (int, float) and not -WIDE < data < WIDE:
                raise CodecError(path, text("core.bad.number", found=short(data)))
            return data
        if kind is float and type(data) is int:
            return data
        if kind is int and type(data) is str and _WIDE.fullmatch(data) and abs(number := int(data, 16)) >= WIDE:
            return number
        raise CodecError(path, text(key, found=short(data)))

    return read


def _union(kinds: tuple[Any, ...]) -> Decoder:
    optional = type(None) in kinds
    rest = [kind for kind in kinds if kind is not type(None)]
    tagged = {kind.__name__: kind for kind in rest if getattr(kind, "TAGGED", False)}

    def read(data: Json, path: str) -> Any:
        if data is None and optional:
            return None
        if tagged and isinstance(data, dict):
            named = data.get("type", "")
            kind = tagged.get(named) if isinstance(named, str) else None
            if kind is None:
                problem = text("core.bad.one_of", known=tuple(tagged), found=short(named))
                raise CodecError(_at(path, "type"), problem)
            return decoder(kind)(data, path)
        first: CodecError | None = None
        for kind in rest:
            try:
                return decoder(kind)(data, path)
            except CodecError as error:
                first = first or error
        raise first or CodecError(path, text("core.bad.unfit"))

    return read


def _literal(values: tuple[Any, ...]) -> Decoder:
    def read(data: Json, path: str) -> Any:
        for value in values:
            if type(value) is type(data) and value == data:
                return value
        raise CodecError(path, text("core.bad.one_of", known=tuple(filter(None, map(str, values))), found=short(data)))

    return read


def items_of(data: Json, path: str) -> list[Json]:
    """The items of a list; a CodecError where there is none."""
    if not isinstance(data, (list, tuple)):
        raise CodecError(path, text("core.bad.list", found=short(data)))
    return list(data)


def _each(readers: Iterable[Decoder], items: list[Json], path: str) -> list[Any]:
    """Every item read; the place of one that does not fit is worked out only then."""
    found: list[Any] = []
    try:
        for read, item in zip(readers, items):
            found.append(read(item, ""))
    except CodecError as error:
        within = error.path if error.path.startswith("[") or not error.path else f".{error.path}"
        error.path = f"{path}[{len(found)}]{within}"
        raise
    return found


def _several(kind: Any) -> Decoder:
    inner = decoder(kind)
    return lambda data, path: tuple(_each(repeat(inner), items_of(data, path), path))


def _fixed(kinds: tuple[Any, ...]) -> Decoder:
    def read(data: Json, path: str) -> Any:
        items = items_of(data, path)
        if len(items) != len(kinds):
            raise CodecError(path, text("core.bad.length", n=len(kinds), found=len(items)))
        return tuple(_each(map(decoder, kinds), items, path))

    return read


def _set(kind: Any) -> Decoder:
    inner = decoder(kind)
    return lambda data, path: frozenset(_each(repeat(inner), items_of(data, path), path))


def _mapping(kind: Any) -> Decoder:
    inner = decoder(kind)

    def read(data: Json, path: str) -> Any:
        if not isinstance(data, dict):
            raise CodecError(path, text("core.bad.object", found=short(data)))
        return types.MappingProxyType({key: inner(value, _at(path, key)) for key, value in data.items()})

    return read


def _enum(kind: type[Enum]) -> Decoder:
    def read(data: Json, path: str) -> Any:
        try:
            return kind(data)
        except ValueError:
            known = tuple(str(member.value) for member in kind)
            raise CodecError(path, text("core.bad.one_of", known=known, found=short(data))) from None

    return read


def _required(kind: type[Any]) -> list[str]:
    absent = dataclasses.MISSING
    return [one.name for one in dataclasses.fields(kind) if one.default is absent and one.default_factory is absent]


def _dataclass(kind: type) -> Decoder:
    hints = typing.get_type_hints(kind)
    fields = {field.name: field for field in dataclasses.fields(kind)}
    required = _required(kind)
    readers: dict[str, Decoder] = {}
    tagged = getattr(kind, "TAGGED", False)

    def read(data: Json, path: str) -> Any:
        if not isinstance(data, dict):
            raise CodecError(path, text("core.bad.object", found=short(data)))
        if path.count(".") + path.count("[") > DEPTH:
            raise CodecError(path, text("core.bad.nested"))
        values = {}
        for name, value in data.items():
            if name not in fields:
                if tagged and name == "type":
                    continue
                raise CodecError(_at(path, str(name)[:80]), text("core.bad.unknown_key"))
            if name not in readers:
                readers[name] = decoder(hints[name])
            values[name] = readers[name](value, _at(path, name))
        for name in required:
            if name not in values:
                raise CodecError(_at(path, name), text("core.bad.missing"))
        try:
            return kind(**values)
        except CodecError as error:
            raise CodecError(_at(path, error.path) if error.path else path, error.problem) from None
        except ValueError as error:
            raise CodecError(path, complaint(error)) from None

    return read


def faults(kind: Any, data: Json, path: str = "") -> Iterator[CodecError]:
    """Every place where the data does not fit this type, where `decode` names the first."""
    shape = shape_of(kind)
    found: Iterable[CodecError] = ()
    if shape.form == "list" and isinstance(data, (list, tuple)):
        found = (fault for n, item in enumerate(data) for fault in faults(shape.inner[0], item, f"{path}[{n}]"))
    elif shape.form == "object" and isinstance(data, dict):
        found = _faults_in_object(kind, data, path)
    whole = True
    for fault in found:
        whole = False
        yield fault
    if whole:
        try:
            decode(kind, data, path)
        except CodecError as error:
            yield error


def _faults_in_object(kind: type[Any], data: dict[str, Json], path: str) -> Iterator[CodecError]:
    hints = typing.get_type_hints(kind)
    for name, value in data.items():
        if name in hints:
            yield from faults(hints[name], value, _at(path, name))
        else:
            yield CodecError(_at(path, str(name)[:80]), text("core.bad.unknown_key"))
    for name in _required(kind):
        if name not in data:
            yield CodecError(_at(path, name), text("core.bad.missing"))


def _at(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def short(data: Json) -> str:
    """The data, or its beginning, to be shown."""
    wide = type(data) is int and not -WIDE < data < WIDE
    shown = hex(data) if wide else json.dumps(data, ensure_ascii=False, default=str)
    return shown if len(shown) <= 40 else shown[:37] + "..."


# -- text and files ----------------------------------------------------------------------------


_LONG = re.compile(r"[0-9](?:[0-9]{18}|[eE])")
"""Where a number without bounds may stand: rare, so only then is every number looked at."""


def parse(source: str | bytes, what: str = "") -> Json:
    """JSON from a text; anything else is a CodecError, never a crash."""

    def no_number(name: str) -> Any:
        raise CodecError(what, text("core.bad.number", found=name[:40]))

    def whole(digits: str) -> int:
        return int(digits) if len(digits.lstrip("-")) <= DIGITS else no_number(digits)

    def broken(digits: str) -> float:
        number = float(digits)
        return number if abs(number) < 10.0**DIGITS else no_number(digits)

    try:
        words = source if isinstance(source, str) else source.decode()
        hooks: dict[str, Any] = {"parse_int": whole, "parse_float": broken} if _LONG.search(words) else {}
        data = json.loads(words, parse_constant=no_number, **hooks)
        # Half of a surrogate pair is what no file, terminal or database can take.
        (canonical(data) if "\\u" in words else words).encode()
        return data
    except CodecError:
        raise
    except RecursionError:
        raise CodecError(what, text("core.bad.nested")) from None
    except UnicodeEncodeError:
        raise CodecError(what, text("core.bad.half_letter")) from None
    except json.JSONDecodeError as error:
        raise CodecError(what, text("core.bad.json", line=error.lineno, column=error.colno)) from None
    except UnicodeDecodeError:
        raise CodecError(what, text("core.bad.utf8")) from None
    except ValueError as error:
        raise CodecError(what, complaint(error)) from None


def envelope(kind: str, version: int, **content: Json) -> Json:
    """A file's content with its kind and the version of its format."""
    return {"tableside": kind, "version": version, **content}


def opened(data: Json, kind: str, version: int) -> dict[str, Json]:
    """A file's content, when it is of this kind and of a version we know."""
    if not isinstance(data, dict) or data.get("tableside") != kind:
        raise CodecError("tableside", text("core.bad.file", kind=text(f"core.file.{kind}")))
    found = data.get("version")
    if type(found) is not int or found < 1:
        raise VersionError("version", text("core.bad.version"))
    if found > version:
        raise VersionError("version", text("core.bad.newer", found=found, known=version))
    return data
