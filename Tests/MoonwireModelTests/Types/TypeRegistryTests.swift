import Foundation
import ModelFixtures
import MoonwireModel
import MoonwireValues
import Testing

@Suite struct TypeRegistryTests {
    @Test func invalidManifestIsAnError() {
        #expect(throws: (any Error).self) { try TypeRegistry(manifest: Data("{".utf8)) }
    }
}
