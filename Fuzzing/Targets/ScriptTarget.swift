import LuaRuntime
import MoonwireValues

/// Whatever the source, the run ends without an error or with a located one, and the interpreter stays usable.
func runScript(_ bytes: [UInt8]) throws {
    // As many functions as possible without access to the system.
    let profile = try Interpreter.Profile.configuration.adding("load")
    let lua = try Interpreter(
        profile: profile, limits: .init(instructions: 100_000, memory: 4 << 20), output: { _ in })
    do {
        try lua.run(String(decoding: bytes, as: UTF8.self), name: "fuzz.lua")
    } catch let error as LuaError {
        // A source that the script loads has a name that the script chooses.
        try expect(error.location != nil, "no location: \(error.code) \(error)")
    }
    try expectToGoOn(lua)
}

func expectToGoOn(_ lua: Interpreter) throws {
    let sum = try lua.evaluate("local t = { 1, 2 } return t[1] + t[2] .. ''", name: "after.lua", as: String.self)
    try expect(sum == "3", "one and two are \(sum)")
    lua.collect()
    let memory = lua.memoryInUse
    try expect(memory < 8 << 20, "\(memory) bytes are in use")
}
