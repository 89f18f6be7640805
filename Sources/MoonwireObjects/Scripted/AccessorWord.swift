import LuaRuntime
import Moonwire
import MoonwireCore
import MoonwireModel
import MoonwireValues

/// `accessor "Type.property" { get =, set =, changed =, initial = }`.
struct AccessorWord: Sendable {
    private static let keys = ["get", "set", "changed", "initial"]

    private let reading: ScriptReading

    init(_ reading: ScriptReading) {
        self.reading = reading
    }

    var word: ModuleWord {
        ModuleWord("accessor", 1, "accessor \"id\" { get =, set =, changed =, initial = }", isLasting: false) { call in
            let name = try call.name(0, of: "accessor", "`Type.property` as a string")
            return reading.begin("accessor", name, "accessor \"\(name)\" { … }", call) { name, call in
                do { try read(name, call) } catch let error as ContainerError {
                    for fault in error.diagnostics { reading.report(fault, in: call) }
                }
                return .values(0)
            }
        }
    }

    private func read(_ name: String, _ call: LuaCall) throws {
        let subject = "accessor \"\(name)\""
        let target = try target(name, at: call.callSite)
        let position = call.position(0)
        guard position != 0, call.stack.luaType(at: position) == .table else {
            throw ContainerError(.accessorWithoutTable(subject, found: call.found(0), at: call.callSite))
        }
        var definition = AccessorDefinition(name: target?.key ?? name)
        let origin = reading.origin(call)
        var faults: [Diagnostic] = []
        call.stack.pushNil()
        while call.stack.next(position) {
            do {
                let (key, location) = try read(&definition, target?.storage, subject, call)
                definition.keys.append(ModuleKey(key, of: subject, at: location, origin))
            } catch let error as ContainerError {
                faults += error.diagnostics
            }
            call.stack.pop(1)
        }
        guard faults.isEmpty else { throw ContainerError(faults) }
        definition.keys.sort { $0.name < $1.name }
        reading.add(definition)
    }

    /// Reads the field whose key and value are on top; returns its key and its line.
    private func read(
        _ definition: inout AccessorDefinition, _ storage: (any ModuleStorage.Type)?, _ subject: String, _ call: LuaCall
    ) throws -> (key: String, location: ScriptLocation?) {
        let value = call.stack.top
        guard let key = call.stack.text(at: value - 1) else {
            throw ContainerError(.unexpectedElement(subject, at: call.callSite))
        }
        let location = call.location(of: [key], inArgument: 0) ?? call.callSite
        guard Self.keys.contains(key) else {
            throw ContainerError(.unknownKey(key, subject, known: Self.keys, at: location))
        }
        let isFunction = call.stack.luaType(at: value) == .function
        if key == "initial", !isFunction {
            if call.stack.isToken(at: value) {
                throw ContainerError(.accessorInitial(subject, at: location))
            }
            do {
                let initial = try PlainValue.read(from: ValueReader(call.stack, position: value))
                try storage?.check(initial: initial)
                definition.initial = .value(initial)
            } catch let error as ConversionError {
                throw ContainerError(.accessorInitialMismatch(subject, error, at: location), underlying: error)
            }
            return (key, location)
        }
        guard isFunction else {
            let found = call.stack.found(value)
            throw ContainerError(.expects(subject, key, "a function", found, at: location))
        }
        let function = call.stack.function(at: value)
        switch key {
        case "get": definition.get = function
        case "set": definition.set = function
        case "changed": definition.changed = function
        default: definition.initial = .function(function)
        }
        return (key, location)
    }

    private struct Target {
        /// The qualified name of the property.
        let key: String
        /// The type of its storage.
        let storage: (any ModuleStorage.Type)?
    }

    /// The property; nil if it is not known in this program, so that nothing uses it.
    private func target(_ name: String, at location: ScriptLocation?) throws -> Target? {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex, name.index(after: dot) != name.endIndex else {
            throw ContainerError(.accessorWithoutType(name, at: location))
        }
        guard let types = reading.types else { return nil }
        let (type, property) = (String(name[..<dot]), String(name[name.index(after: dot)...]))
        let exposure = try types.exposure(named: type, at: location)
        let description = exposure?.description ?? types.entry(named: type)?.description
        guard let description, description.scripted.contains(property) else {
            throw ContainerError(
                .accessorUnknown(property, of: type, description?.scripted ?? [], at: location))
        }
        return exposure.map {
            let storage = ($0.type as? AnyClass).flatMap { moduleStorage(of: property, in: $0) }
            return Target(key: "\(qualifiedTypeName($0.type)).\(property)", storage: storage)
        }
    }
}
