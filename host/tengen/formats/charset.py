"""The text of a game record, whose character set is often missing or wrong.

A file is decoded as a whole before it is parsed: the second byte of a Chinese or Japanese character can be a backslash
or a bracket, so that grammar on undecoded bytes ends values in the middle.
"""

import codecs
import re

_NAMED = re.compile(rb"(?:\bCA|CharSet)\s*\[\s*([^\]\s]*)\s*\]")
_PAIR = re.compile(rb"[\xa1-\xfe][\xa1-\xfe]")  # of the common characters
_HIGH = re.compile(rb"[\x80-\xff]")
# Names in use for the same, and the larger set that includes them.
_CODECS = {
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "gb": "gb18030",
    "gb-2312": "gb18030",
    "big5": "big5hkscs",
    "big-5": "big5hkscs",
    "shift-jis": "cp932",
    "shift_jis": "cp932",
    "sjis": "cp932",
    "euc-kr": "cp949",
    "ks_c_5601-1987": "cp949",
    "iso-8859-1": "cp1252",
    "latin1": "cp1252",
    "ascii": "cp1252",
    "us-ascii": "cp1252",
}


def decode(data: bytes) -> tuple[str, str]:
    """The text, and the codec that was used.

    What is valid UTF-8 is UTF-8, whatever the file says. Else its CA decides; without one (or with one that does not
    fit), Chinese if its bytes come in pairs, else Western European.
    """
    for mark, codec in ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16")):
        if data.startswith(mark):
            return data.decode(codec, errors="replace").lstrip("\ufeff"), codec
    try:
        return data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError as error:
        # A file cut off in the middle of a character is still UTF-8.
        if (
            error.reason == "unexpected end of data"
            and error.start >= len(data) - 3
            and _HIGH.search(data[: error.start])
        ):
            return data[: error.start].decode("utf-8"), "utf-8"
    named = _NAMED.search(data)
    if named:
        name = named[1].decode("ascii", errors="replace").lower()
        for attempt in (_CODECS.get(name, name), "gb18030" if name.startswith("gb") else ""):
            try:
                return data.decode(attempt), attempt
            except (LookupError, ValueError):  # unknown, or not what the file is written in
                continue
    paired = 2 * len(_PAIR.findall(data))
    if paired >= len(_HIGH.findall(data)) * 0.6:
        try:
            return data.decode("gb18030"), "gb18030"
        except UnicodeDecodeError:
            pass
    return data.decode("cp1252", errors="replace"), "cp1252"
