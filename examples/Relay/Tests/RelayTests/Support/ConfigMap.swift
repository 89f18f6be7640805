import Foundation

/// Scripts in a folder as Kubernetes mounts a ConfigMap: links to files below `..data`, a link that each update replaces.
struct ConfigMap {
    private static let names = ["container.lua", "routes.lua", "steps.lua", "targets.lua"]

    private let folder: Folder
    /// The scripts of the example.
    private let texts: [String: String]

    /// Replaces the scripts of a folder by links to those of the first version.
    init(in folder: Folder) throws {
        self.folder = folder
        texts = try Dictionary(uniqueKeysWithValues: Self.names.map { ($0, try folder.read($0)) })
        for name in Self.names { try FileManager.default.removeItem(atPath: "\(folder.path)/\(name)") }
        try swap(to: 0)
        for name in Self.names {
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder.path)/\(name)", withDestinationPath: "..data/\(name)")
        }
    }

    /// Replaces all scripts in one step, and removes the former ones, as Kubernetes does.
    func swap(to version: Int) throws {
        let files = FileManager.default
        try files.createDirectory(atPath: "\(folder.path)/..version_\(version)", withIntermediateDirectories: false)
        for name in Self.names { try folder.write(text(of: name, in: version), to: "..version_\(version)/\(name)") }
        try files.createSymbolicLink(
            atPath: "\(folder.path)/..data_tmp", withDestinationPath: "..version_\(version)")
        guard rename("\(folder.path)/..data_tmp", "\(folder.path)/..data") == 0 else {
            throw CocoaError(.fileWriteUnknown)
        }
        if version > 0 { try files.removeItem(atPath: "\(folder.path)/..version_\(version - 1)") }
    }

    /// Three of the scripts write their version into each event, and one writes it into the log.
    private func text(of name: String, in version: Int) -> String {
        let text = texts[name] ?? ""
        switch name {
        case "container.lua":
            return text + """

                service "orders.stamp" {
                    type = "Transform", tags = { { "orders.step", priority = 5 } },
                    args = {
                        apply = function(summary, event)
                            summary.container, summary.routes = \(version), event.route
                            return summary
                        end,
                    },
                }

                """
        case "routes.lua": return text.replacing("name      = \"orders\"", with: "name      = \"orders-\(version)\"")
        case "steps.lua":
            return text.replacing("total = total, customer", with: "steps = \(version), customer")
                .replacing("event:log(\"order \"", with: "event:log(\"version \(version) of order \"")
        default: return text
        }
    }
}
