#if os(Linux)
    /// The devices to which other computers, or programs without notifications, may write: the kernel does not report such changes.
    package struct RemoteDevices {
        private static let types: Set<Substring> = [
            "nfs", "nfs4", "cifs", "smb3", "9p", "virtiofs", "ceph", "afs", "glusterfs",
        ]

        /// The numbers of the devices, as in `0:52`.
        private let devices: Set<Substring>

        /// The devices that are mounted for the process.
        package init() {
            let file = try? OpenFile("/proc/self/mountinfo")
            self.init(mounts: (try? file?.text(limit: 1 << 20)) ?? "")
        }

        /// - Parameter mounts: The contents of `/proc/self/mountinfo`.
        init(mounts: String) {
            devices = mounts.split(separator: "\n").reduce(into: []) { devices, line in
                let fields = line.split(separator: " ")
                guard let dash = fields.firstIndex(of: "-"), dash + 1 < fields.count, fields.count > 2 else { return }
                let type = fields[dash + 1]
                if Self.types.contains(type) || type.hasPrefix("fuse") { devices.insert(fields[2]) }
            }
        }

        package func contains(_ folder: String) -> Bool {
            var status = stat()
            guard !devices.isEmpty, SystemCalls.status(of: folder, &status) == 0 else { return false }
            return devices.contains("\(Self.major(status.st_dev)):\(Self.minor(status.st_dev))")
        }

        // As in <sys/sysmacros.h>, which cannot be imported.
        private static func major(_ device: dev_t) -> dev_t { (device >> 8) & 0xFFF | (device >> 32) & ~0xFFF }
        private static func minor(_ device: dev_t) -> dev_t { device & 0xFF | (device >> 12) & ~0xFF }
    }
#endif
