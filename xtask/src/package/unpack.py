"""Unpacks an archive of a package, of whichever kind: a wheel, or a compressed tar without the folder that is around all."""

import sys
import tarfile
import zipfile
from pathlib import Path


def main(archive: str, folder: str) -> None:
    """Writes every file of the archive below the folder."""
    if archive.endswith(".whl"):
        with zipfile.ZipFile(archive) as wheel:
            wheel.extractall(folder)
        return
    with tarfile.open(archive) as packed:
        for member in packed.getmembers():
            inside = Path(folder, *Path(member.name).parts[1:])
            read = packed.extractfile(member) if member.isfile() else None
            if read is not None:
                inside.parent.mkdir(parents=True, exist_ok=True)
                inside.write_bytes(read.read())


main(*sys.argv[1:])
