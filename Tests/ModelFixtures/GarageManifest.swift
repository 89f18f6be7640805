package import Foundation
package import MoonwireModel

/// The types of the garage as a manifest describes them.
///
/// A test of the container compares the manifest with that of the exposed types, and records it.
package enum GarageManifest {
    /// This file, next to which the manifest is recorded.
    package static let file = #filePath

    /// The types.
    package static func types() throws -> TypeRegistry { try TypeRegistry(manifest: data()) }

    /// The manifest.
    package static func data() throws -> Data { try data("Garage.json") }

    /// The same types in a manifest of the former version, 2.
    package static func formerData() throws -> Data { try data("Garage-2.json") }

    private static func data(_ name: String) throws -> Data {
        try Data(contentsOf: URL(filePath: file).deletingLastPathComponent().appending(path: "Golden/\(name)"))
    }
}
