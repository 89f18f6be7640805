import Foundation
import ModelFixtures
import MoonwireModel
import MoonwireValues
import Testing

@Suite struct TypeRegistryTests {
    @Test func invalidManifestIsAnError() {
        #expect(throws: (any Error).self) { try TypeRegistry(manifest: Data("{".utf8)) }
    }

    @Test func manifestOfTheFormerVersionIsRead() throws {
        let former = try TypeRegistry(manifest: try GarageManifest.formerData())
        let current = try TypeRegistry(manifest: try GarageManifest.data())
        #expect(former.known == current.known && former.scopes == current.scopes)
        #expect(try former.manifest() + Data("\n".utf8) == GarageManifest.data())
    }

    @Test func unknownVersionOfAManifestIsNamedWhateverItContains() {
        let error = #expect(throws: ContainerError.self) {
            try TypeRegistry(manifest: Data(#"{"version":4,"types":{"new":true}}"#.utf8))
        }
        #expect(
            error.map { "\($0)" } == """
                the manifest has version 4, which this version of Moonwire cannot read
                    write it again with `TypeRegistry.manifest()`
                """)
    }
}
