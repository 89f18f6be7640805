import Foundation

/// What surrounds Moonwire on a machine: the limits of the system, and the settings of editors.
struct Surroundings {
    /// The contents of a file; nil if it does not exist.
    let read: (String) -> String?
    /// The folders in which programs are searched for, separated by colons.
    let path: String

    static var current: Surroundings {
        Surroundings(
            read: { FileManager.default.contents(atPath: $0).map { String(decoding: $0, as: UTF8.self) } },
            path: ProcessInfo.processInfo.environment["PATH"] ?? "")
    }

    /// The lines of a report.
    var report: [String] { watching + [""] + editors }

    private var watching: [String] {
        guard let watches = limit("max_user_watches"), let instances = limit("max_user_instances") else {
            return ["files are watched without inotify"]
        }
        let line =
            "inotify watches at most \(watches) files and folders for each user, in at most \(instances) instances"
        let warnings = [("max_user_watches", watches, 8192), ("max_user_instances", instances, 128)].compactMap {
            name, value, enough in
            value < enough
                ? "warning: the limit fs.inotify.\(name) is low: \(value); `sysctl fs.inotify.\(name)=\(enough)` raises it"
                : nil
        }
        return [line] + warnings
    }

    private func limit(_ name: String) -> Int? {
        read("/proc/sys/fs/inotify/\(name)").flatMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
    }

    private var editors: [String] {
        let settings =
            if read(".luarc.json")?.contains("library/moonwire.lua") != true {
                "editors have no settings in this folder: `moonwire stubs` writes them"
            } else if read("library/moonwire.lua") == nil {
                "editors have settings in this folder, but library/moonwire.lua is missing: `moonwire stubs` writes it"
            } else {
                "editors have settings and definitions in this folder"
            }
        let programs = ["lua-language-server", "luacheck", "efm-langserver"].map { name in
            ["  \(name)", location(of: name) ?? "not installed"]
        }
        return [settings] + Columns(programs).lines
    }

    private func location(of program: String) -> String? {
        path.split(separator: ":").map { "\($0)/\(program)" }.first { file in
            // Folders are executable, too.
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: file, isDirectory: &isFolder) && !isFolder.boolValue
                && FileManager.default.isExecutableFile(atPath: file)
        }
    }
}
