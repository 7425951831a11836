"""take_over.py link|part CHECKOUT RELEASE

link   gives the release what the checkout has built, and the files that are the same in both, as links: the build knows a file by where it lies on the disk too,
       and so makes only what differs. What compilers write they put in place of what was there; everything else is copied.
part   makes copies of the release's own files, so that an editor here changes nothing there."""

import filecmp
import os
import shutil
import sys
from pathlib import Path

OUTPUTS = (".o", ".swiftmodule", ".swiftdoc", ".a", ".so")


def is_put_in_place(file: Path) -> bool:
    return file.suffix in OUTPUTS or "checkouts" in file.parts or "repositories" in file.parts or os.access(file, os.X_OK)


def link_build(checkout: Path, release: Path):
    for folder, names, files in os.walk(checkout / ".build"):
        folder = Path(folder)
        there = release / folder.relative_to(checkout)
        there.mkdir()
        for name in [each for each in names if (folder / each).is_symlink()] + files:
            file = folder / name
            if file.is_symlink():
                (there / name).symlink_to(file.readlink())
            elif is_put_in_place(file):
                os.link(file, there / name)
            elif not name.startswith(".careline-"):
                shutil.copy2(file, there / name)


def own_files(release: Path):
    for folder, names, files in os.walk(release):
        if Path(folder) == release:
            names[:] = [name for name in names if name not in (".build", ".careline")]
        yield from (Path(folder) / name for name in files if not (Path(folder) / name).is_symlink())


def link_sources(checkout: Path, release: Path):
    for file in own_files(release):
        ours = checkout / file.relative_to(release)
        if ours.is_file() and filecmp.cmp(file, ours, shallow=False):
            file.unlink()
            os.link(ours, file)
        else:
            # Just written: its commit's time, which it has from the archive, may be the one at which ours was checked out, and the compiler goes by it.
            os.utime(file)


def part(release: Path):
    for file in own_files(release):
        if file.stat().st_nlink > 1:
            copy = file.with_name(file.name + ".part")
            shutil.copy2(file, copy)
            copy.rename(file)


if __name__ == "__main__":
    what, checkout, release = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    if what == "link":
        link_build(checkout, release)
        link_sources(checkout, release)
    else:
        part(release)
