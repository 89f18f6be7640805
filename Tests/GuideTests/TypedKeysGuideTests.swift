import Foundation
import Moonwire
import Testing

extension ServiceKey<Horn> {
    /// The service "horn" of container.lua.
    static let horn = Self("horn")

    /// The service "horn.loud" of container.lua.
    static let hornLoud = Self("horn.loud")
}

extension Preferences.Key<Int> {
    /// The preference "Settings.volume" of container.lua.
    static let settingsVolume = Self("Settings.volume")
}

/// The code of `Documentation/TypedKeys.md`, word for word.
@Suite struct TypedKeysGuideTests {
    private final class Clock: Exposed, Sendable {
        static let exposure = Exposure(Clock.self) { Initializer { Clock() } }
    }

    @Test func keysHaveTheTypesOfServices() throws {
        let container = try Container(
            text: #"""
                -- container.lua
                service "horn" { type = "Horn" }
                service "horn.loud" { type = "Horn", args = { loudness = 120 } }
                preferences "Settings" { volume = { default = 5 } }
                """#,
            types: [Horn.self], environment: .dev)
        let horn = try container.resolve(.hornLoud)
        let volume = try container.preferences.get(.settingsVolume)
        #expect(horn.loudness == 120)
        #expect(try container.resolve(.horn).loudness == 90)
        #expect(volume == 5)
    }

    @Test func aScriptDescribesTheProgram() throws {
        let container = try Container(
            text: #"""
                -- program.lua
                parameters { folder = "." }
                service "clock" { type = "Clock", synthetic = true }
                """#,
            types: [Clock.self], environment: .dev)
        #expect(throws: ContainerError.self) { try container.resolve("clock", as: Clock.self) }
    }
}
