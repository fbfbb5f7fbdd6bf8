//! The sync of a whole file system, where the system has such a call and tells of its errors.

pub(super) use system::FileSystem;

#[cfg(target_os = "linux")]
mod system {
    use std::fs::{self, File};
    use std::os::unix::fs::MetadataExt;
    use std::path::Path;

    /// Kinds that do what the call asks: ext4, xfs, btrfs, f2fs and what is in memory. Others, such as those of a program or of
    /// layers, say that they have done it. The numbers are those of `statfs(2)`.
    const SYNCED: [u32; 5] = [0xef53, 0x5846_5342, 0x9123_683e, 0xf2f5_2010, 0x0102_1994];

    /// One that can be synced as a whole. It was opened before anything is written: from then on its errors are told here.
    pub struct FileSystem {
        folder: File,
        device: u64,
    }

    impl FileSystem {
        /// That of a folder, which is made if it is not there; none of another kind, and none before Linux 5.17, which does not
        /// tell of all errors.
        pub fn of(folder: &Path) -> Option<Self> {
            let system = rustix::system::uname();
            let mut numbers =
                system.release().to_str().ok()?.split(['.', '-']).map(|number| number.parse::<u32>().ok());
            let version = (numbers.next()??, numbers.next()??);
            fs::create_dir_all(folder).ok().filter(|()| version >= (5, 17))?;
            let folder = File::open(folder).ok()?;
            let kind = rustix::fs::fstatfs(&folder).ok().and_then(|it| u32::try_from(it.f_type).ok())?;
            SYNCED.contains(&kind).then_some(())?;
            let device = folder.metadata().ok()?.dev();
            Some(Self { folder, device })
        }

        /// The file is on it: another one can be mounted below a folder.
        pub fn has(&self, path: &Path) -> bool {
            fs::symlink_metadata(path).is_ok_and(|it| it.dev() == self.device)
        }

        /// All that was written is on the disk.
        pub fn sync(&self) -> bool {
            rustix::fs::syncfs(&self.folder).is_ok()
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    use std::convert::Infallible;
    use std::path::Path;

    /// There is none: no other system has such a call.
    pub struct FileSystem(Infallible);

    impl FileSystem {
        pub fn of(_folder: &Path) -> Option<Self> {
            None
        }

        pub fn has(&self, _path: &Path) -> bool {
            match self.0 {}
        }

        pub fn sync(&self) -> bool {
            match self.0 {}
        }
    }
}
