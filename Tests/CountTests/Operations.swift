import Foundation
import LuaRuntime
import Moonwire
import TestSupport

/// Shared services that exist, by each way to ask for them.
func countResolves(_ report: inout Report) throws {
    let container = try Container.forCounting(
        "parameters { size = 1 }\n" + chain("shared") + #" service "weak" { type = "Counter", scope = "weak" }"#)
    let key = ServiceKey<Engine>("engine")
    let weak = try container.resolve("weak", as: Counter.self)
    let dashboard = Dashboard()
    try container.inject(into: dashboard)
    try report.count("hit by id") { _ = try container.resolve("car", as: Car.self) }
    try report.count("hit by type") { _ = try container.resolve(Car.self) }
    try report.count("hit by protocol") { _ = try container.resolve("engine", as: (any Running).self) }
    try report.count("hit by key") { _ = try container.resolve(key) }
    try report.count("hit of scope weak") { _ = try container.resolve("weak", as: Counter.self) }
    try report.count("read of a filled slot") { _ = dashboard.engine }
    try report.count("parameter") { _ = try container.parameter("size", as: Int.self) }
    withExtendedLifetime(weak) {}
}

/// Services that each resolve builds.
func countBuilds(_ report: inout Report) throws {
    let transient = try Container.forCounting(chain("transient"))
    try report.count("transient service") { _ = try transient.resolve("engine", as: Engine.self) }
    try report.count("transient chain of three") { _ = try transient.resolve("car", as: Car.self) }
    let parameters = try Container.forCounting(
        "parameters { gears = 6 }\n" + chain("transient", gears: #"param "gears""#))
    try report.count("transient chain of three, with a parameter") { _ = try parameters.resolve("car", as: Car.self) }
    let graph = try Container.forCounting(chain("graph"))
    try report.count("chain of three, scope graph") { _ = try graph.resolve("car", as: Car.self) }
}

/// Overrides and hooks.
func countContexts(_ report: inout Report) throws {
    let container = try Container.forCounting(chain("shared"))
    _ = try container.resolve("car", as: Car.self)
    try container.withOverrides {
        $0.override("engine", as: Engine.self) { _ in Engine() }
    } operation: {
        try report.count("hit inside an override") { _ = try container.resolve("car", as: Car.self) }
    }
    let swiftHook = try Container(
        text: chain("shared"), types: [Engine.self, Gearbox.self, Car.self], environment: .prod,
        register: { $0.addHook(.resolved("car")) { (_: Car, _: HookInfo) in } })
    try report.count("hit with a hook in Swift") { _ = try swiftHook.resolve("car", as: Car.self) }
    let luaHook = try Container.forCounting(chain("shared") + #" hook.resolved("car", function(car, info) end)"#)
    try report.count("hit with a hook in Lua") { _ = try luaHook.resolve("car", as: Car.self) }
}

/// Calls between the languages, of which a thousand in Lua are one operation.
func countBridge(_ report: inout Report) throws {
    let lua = try Interpreter()
    try lua.expose(Counter.exposure)
    try lua.setGlobal("counter", to: Counter())
    try lua.setGlobal("f", to: HostFunction("f") { (number: Int) in number + 1 })
    let increment = try lua.evaluate(
        "return function(x) return x + 1 end", name: "operations.lua", as: LuaFunction.self)
    try report.count("Swift calls a Lua function") { _ = try increment.call(1, as: Int.self) }
    func countLoop(_ name: String, _ body: String) throws {
        let loop = try lua.evaluate(
            "local f, c = f, counter return function() local x = 0 for _ = 1, 1000 do \(body) end return x end",
            name: "operations.lua", as: LuaFunction.self)
        try report.count("1,000 times: \(name)") { _ = try loop.call(as: Int.self) }
    }
    try countLoop("Lua calls a Swift function", "x = f(x)")
    try countLoop("Lua calls a Swift method", "x = c:add(x)")
    try countLoop("Lua reads a Swift property", "x = c.value")
}

/// A reload after an edit that rebuilds two services of three, without the write of the file.
func countReload(_ report: inout Report) throws {
    // Each folder of a path is opened and counted, and the one for temporary files may be anywhere.
    let folder = ScratchFolder(in: URL(filePath: "/tmp"))
    var gears = 5
    func edit() {
        gears = 11 - gears
        folder.write(chain("shared", gears: "\(gears)"), to: "container.lua")
    }
    edit()
    let container = try Container(
        scripts: [folder.path("container.lua")], types: [Engine.self, Gearbox.self, Car.self], environment: .prod)
    _ = try container.resolve("car", as: Car.self)
    try report.count("reload after an edit, to two hundred", to: 200, before: edit) { try container.reload() }
}
