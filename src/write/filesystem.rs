//! The sync of a whole file system, where the system has such a call and tells of its errors.

pub(super) use system::FileSystem;

#[cfg(target_os = "linux")]
mod system {
    use std::fs::{self, File};
    use std::os::unix::fs::MetadataExt;
    use std::path::Path;

    /// One that can be synced as a whole. It was opened before anything is written: from then on its errors are told here.
    pub struct FileSystem {
        folder: File,
        device: u64,
    }

    impl FileSystem {
        /// That of a folder, which is made if it is not there; none before Linux 5.8, which tells of no errors.
        pub fn of(folder: &Path) -> Option<Self> {
            let system = rustix::system::uname();
            let mut numbers =
                system.release().to_str().ok()?.split(['.', '-']).map(|number| number.parse::<u32>().ok());
            let version = (numbers.next()??, numbers.next()??);
            fs::create_dir_all(folder).ok().filter(|()| version >= (5, 8))?;
            let folder = File::open(folder).ok()?;
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
