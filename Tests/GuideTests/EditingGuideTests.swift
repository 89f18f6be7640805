import Foundation
import Moonwire
import Testing

private final class Engine: Exposed, Sendable {
    let brand: String
    let cylinders: Int

    init(brand: String, cylinders: Int) {
        self.brand = brand
        self.cylinders = cylinders
    }

    static let exposure = Exposure(Engine.self, documentation: "Drives a car.") {
        Initializer("brand", ExposedArgument("cylinders", default: 4), body: Engine.init)
            .documented("Builds an engine, with four cylinders by default.")
        Property("brand", \.brand).documented("The manufacturer.")
    }
}

/// The code of `Documentation/Editing.md`, word for word.
@Suite struct EditingGuideTests {
    @Test func documentation() throws {
        let manifest = String(decoding: try TypeRegistry([Engine.self]).manifest(), as: UTF8.self)
        for sentence in ["Drives a car.", "Builds an engine, with four", "The manufacturer."] {
            #expect(manifest.contains(sentence), "\(sentence)")
        }
    }

    @Test func misspellings() throws {
        let script = #"""
            -- container.lua
            service "engine" { type = "Engine", args = { brand = "INGENIUM" } }
            service "jaguar" { type = "Car", args = { engine = ref.engin } }
            service "spare"  { type = "Car", args = { engine = reff.engine } }
            service "other"  { type = "Car", args = { engin = ref "engine" } }
            """#
        let error = #expect(throws: ContainerError.self) {
            try Container(text: script, types: [Engine.self], environment: .dev)
        }
        #expect(error?.diagnostics.contains { $0.message.contains("reff") } == true)
    }
}
