import Foundation
import LuaRuntime
import Moonwire

/// Loads a script, with other files beside it and scripts over it.
///
/// `files` contains the texts of further files, by their names; `over` names those among them that are later scripts, in order.
func wire(
    _ text: String, files: [String: String] = [:], over: [String] = [], environment: String = "dev",
    variables: [String: String] = [:], types: [any Exposed.Type] = [], limits: Interpreter.Limits = .ampleTime,
    register: (inout Registrations) throws -> Void = { _ in }
) throws -> Container {
    let folder = FileManager.default.temporaryDirectory.appending(path: "moonwire-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try write(text, "container.lua", in: folder)
    for (name, text) in files { try write(text, name, in: folder) }
    let path = folder.path(percentEncoded: false)
    do {
        return try Container(
            scripts: (["container.lua"] + over).map { "\(path)/\($0)" },
            types: Garage.types + [Holder.self, Formula.self] + types,
            environment: Container.Environment(environment), variables: EnvironmentVariables { variables[$0] },
            limits: limits,
            register: register)
    } catch let error as ContainerError {
        let text = "\(error)".replacing(path + "/", with: "").replacing(path, with: ".")
        throw WiringError(text: text, underlying: error)
    }
}

/// What is wrong with a script, its files named as the test named them.
struct WiringError: Error {
    let text: String
    let underlying: ContainerError
}

extension Interpreter.Limits {
    /// The limits of a container, but with enough CPU time for a slow machine under a sanitizer.
    static var ampleTime: Self { Self(cpuTime: .seconds(60)) }
}

private func write(_ text: String, _ name: String, in folder: URL) throws {
    let file = folder.appending(path: name)
    try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
}

/// What an action says when it fails; empty when it does not.
func message(_ action: () throws -> Void) -> String {
    do {
        try action()
        return ""
    } catch let error as WiringError {
        return error.text
    } catch {
        // The folder of the script is of no interest.
        return "\(error)".replacingOccurrences(
            of: #"\S*/moonwire-[0-9A-F-]+/"#, with: "", options: .regularExpression)
    }
}

/// Takes a function of the script.
struct Formula: Exposed {
    let apply: LuaFunction

    static let exposure = Exposure(Formula.self) {
        Initializer("apply") { Formula(apply: $0) }
    }
}

/// Takes any plain value.
struct Holder: Exposed {
    let value: PlainValue

    static let exposure = Exposure(Holder.self) {
        Initializer("value") { Holder(value: $0) }
        Property("value", \.value)
    }
}

/// The value that arrives in Swift when a script writes the literal.
func held(
    _ literal: String, parameters: String = "{}", variables: [String: String] = [:], before: String = ""
) throws -> PlainValue {
    let container = try wire(
        """
        parameters \(parameters)
        \(before)
        service "holder" { type = "Holder", args = { value = \(literal) } }
        """, variables: variables)
    return try container.resolve("holder", as: Holder.self).value
}
