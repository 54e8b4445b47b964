"""Makes vazirmatn.woff2, half as large as the package's: `pip install fonttools brotli`, then run this.

What stays are the letters, marks and digits that are written today in Arabic script, in the weights that are used
here. What goes are marks of the Quran, the forms that no keyboard writes, and weights that nothing here has.
"""

from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

HERE = Path(__file__).resolve().parent
PACKAGE = HERE.parents[1] / "node_modules/@fontsource-variable/vazirmatn"
WEIGHTS = (400, 800)
LETTERS = "0600-060F 061B-061F 0620-065F 0660-06D5 06EE-06FF 200C-200F 2010-2011"


def main() -> None:
    font = TTFont(PACKAGE / "files/vazirmatn-arabic-wght-normal.woff2")
    options = subset.Options(layout_features=["*"], hinting=False, flavor="woff2")
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=set(letters()))
    subsetter.subset(font)
    font = instantiateVariableFont(font, {"wght": WEIGHTS})
    font.flavor = "woff2"
    font.save(HERE / "vazirmatn.woff2")
    (HERE / "OFL.txt").write_bytes((PACKAGE / "LICENSE").read_bytes())


def letters():
    for part in LETTERS.split():
        first, _, last = part.partition("-")
        yield from range(int(first, 16), int(last, 16) + 1)


if __name__ == "__main__":
    main()
