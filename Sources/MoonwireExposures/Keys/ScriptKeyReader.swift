import Moonwire
import MoonwireCore
import MoonwireObjects
import MoonwireValues

/// Reads the services and preferences of scripts in all environments, without building anything.
struct ScriptKeyReader {
    /// The scripts stopped before they defined everything.
    struct Failure: Error {
        let diagnostics: [String]
    }

    private var declared = DeclaredKeys()
    private var positions: [String: Int] = [:]

    /// Reads scripts, each of which overrides the previous one; throws ``Failure`` if one stops early.
    ///
    /// The exposed types are nil if they are not known.
    static func read(_ scripts: [String], types: TypeRegistry?) throws -> DeclaredKeys {
        var reader = ScriptKeyReader()
        var wiring = ScriptWiring(scripts: scripts)
        wiring.types = types
        wiring.registrations.addObjects()
        // The keys are the same on each machine.
        wiring.variables = EnvironmentVariables { _ in nil }
        var faults: Set<Diagnostic> = []
        do {
            try wiring.forEachReading { reading in
                guard let graph = reading.graph else {
                    throw Failure(diagnostics: reading.diagnostics.filter { $0.severity == .fault }.map(\.description))
                }
                faults.formUnion(reading.diagnostics.filter { $0.severity == .fault })
                reader.add(reading, graph)
            }
        } catch let error as ContainerError {
            throw Failure(diagnostics: error.diagnostics.map(\.description))
        }
        reader.declared.faultCount = faults.count
        return reader.declared
    }

    private mutating func add(_ reading: ScriptWiring.Reading, _ graph: DefinitionGraph) {
        declared.environments.append(reading.environment)
        // The graph has further definitions: the services inside decorators.
        let written = Set(reading.layers.flatMap(\.definitions).map(\.id))
        for (position, definition) in graph.definitions.enumerated() where written.contains(definition.id) {
            let arguments = graph.facts.arguments[graph.table.target(of: definition.id) ?? position]?.all ?? []
            add(.service, definition.id, definition.origin.location, type(of: definition, graph), reading.environment) {
                $0.isPublic = $0.isPublic && definition.isPublic
                $0.deprecation = $0.deprecation ?? definition.deprecation
                for argument in arguments.map(Self.text) where !$0.arguments.contains(argument) {
                    $0.arguments.append(argument)
                }
            }
        }
        for definition in graph.preferences.definitions {
            let type = Self.type(of: definition)
            add(.preference, definition.title, definition.origin.location, type, reading.environment) { _ in }
        }
    }

    private mutating func add(
        _ kind: DeclaredKey.Kind, _ id: String, _ location: ScriptLocation?, _ type: KeyType, _ environment: String,
        _ change: (inout DeclaredKey) -> Void
    ) {
        let name = "\(kind) \(id)"
        let position = positions[name] ?? declared.keys.count
        if positions[name] == nil {
            positions[name] = position
            let place = location.map { SourceLocation(file: $0.file, line: $0.line) }
            declared.keys.append(DeclaredKey(kind: kind, id: id, location: place))
        }
        declared.keys[position].types.append((environment, type))
        change(&declared.keys[position])
    }

    private func type(of definition: Definition, _ graph: DefinitionGraph, depth: Int = 0) -> KeyType {
        let types = ServiceTypes(graph)
        if let exposed = types.type(of: definition).entry?.description {
            return .exposed(exposed.qualifiedName, provided: Set(exposed.providedTypes))
        }
        switch definition.construction {
        case .type(let template), .synthetic(type: let template?):
            return types.text(template).map { .named($0) } ?? .unknown(.factory)
        case .method, .staticMethod:
            return types.factoryMethod(of: definition).map { .named($0.result) } ?? .unknown(.factory)
        case .alias(let target):
            guard depth < 64, let position = graph.table.target(of: target.id) else { return .unknown(.factory) }
            return type(of: graph.table.suppliedDefinition(at: position), graph, depth: depth + 1)
        case .function: return .unknown(.function)
        case .synthetic(type: nil), .swift: return .unknown(.supplied)
        }
    }

    private static func text(_ argument: DeclaredArgument) -> String {
        argument.type.map { "\(argument.name): \($0)" } ?? argument.name
    }

    private static func type(of definition: PreferenceDefinition) -> KeyType {
        guard !definition.hasDefault else { return type(of: definition.defaultValue) }
        return switch definition.kind {
        case .boolean: .named("Bool?")
        case .integer: .named("Int?")
        case .number: .named("Double?")
        case .text: .named("String?")
        case .list: .named("[PlainValue]?")
        case .map: .named("[String: PlainValue]?")
        case .null, .object, .function, .handle: .unknown(.null)
        }
    }

    private static func type(of value: PlainValue) -> KeyType {
        switch value {
        case .null: .unknown(.null)
        case .boolean: .named("Bool")
        case .integer: .named("Int")
        case .number: .named("Double")
        case .text: .named("String")
        case .data: .named("Data")
        case .list: .named("[PlainValue]")
        case .map: .named("[String: PlainValue]")
        case .table: .named("PlainValue")
        }
    }
}
