import Moonwire

/// Compares the instances of a container with what the rules of the data say, beginning at each id.
///
/// Two ids are one service if the rules say so, and only then: each definition has one instance, and each instance one definition.
struct Comparison {
    private let interpreter: Interpreter
    private let resolve: (String) throws -> Recorder
    /// What differs, a line each.
    private(set) var differences: [String] = []
    private(set) var counts = Counts()

    private var instances: [String: Recorder] = [:]
    private var definitions: [ObjectIdentifier: String] = [:]
    private var waiting: [String] = []

    /// How much was compared.
    struct Counts: CustomStringConvertible {
        var ids = 0
        var services = 0
        var calls = 0
        var arguments = 0
        var references = 0
        var collections = 0

        var description: String {
            """
            \(ids) ids of \(services) services: \(calls) initializers and methods with \(arguments) arguments, \
            \(references) references to services, \(collections) lists and maps

            """
        }
    }

    /// Compares everything; `resolve` returns the instance of an id.
    init(_ interpreter: Interpreter, resolve: @escaping (String) throws -> Recorder) {
        self.interpreter = interpreter
        self.resolve = resolve
        run()
    }

    private mutating func run() {
        for id in interpreter.ids + interpreter.outsideIds.sorted() {
            counts.ids += 1
            do { same(interpreter.service(id), try resolve(id), at: id) } catch { differ(id, "\(error)") }
        }
        while let id = waiting.popLast() {
            guard let instance = instances[id] else { continue }
            counts.services += 1
            do { compare(try interpreter.built(id), instance, at: id) } catch { differ(id, "\(error)") }
        }
    }

    private mutating func differ(_ place: String, _ difference: String) {
        differences.append("\(place): \(difference)")
    }

    /// Whether an instance is that of a definition, which is compared the first time.
    private mutating func same(_ id: String, _ instance: Recorder, at place: String) {
        let isShared = (try? interpreter.built(id).isShared) ?? true
        if !isShared {
            if instances.updateValue(instance, forKey: id) == nil { waiting.append(id) }
            return
        }
        if let other = definitions[ObjectIdentifier(instance)] {
            if other != id { differ(place, "expected \"\(id)\", got \"\(other)\"") }
        } else if instances[id] != nil {
            differ(place, "expected \"\(id)\", got another instance of it")
        } else {
            instances[id] = instance
            definitions[ObjectIdentifier(instance)] = id
            waiting.append(id)
        }
    }

    private mutating func compare(_ expected: BuiltService, _ found: Recorder, at place: String) {
        compare(expected.maker, of: expected.className, found.maker, at: place)
        counts.calls += 1 + expected.calls.count
        compare(expected.arguments, found.arguments, at: place, "argument")
        compare(expected.properties, found.properties, at: place, "property")
        compare(expected.calls, found.calls, at: place)
        compare(expected.configurator, found.configurations, at: place)
    }

    private mutating func compare(
        _ expected: BuiltService.Maker, of type: String, _ found: Recorder.Maker, at place: String
    ) {
        switch (expected, found) {
        case (.initializer, .initializer(let name)): if name != type { differ(place, "expected \(type), got \(name)") }
        case (.outside, .initializer(let name)): if name != type { differ(place, "expected \(type), got \(name)") }
        case (.method(let id, let method), .method(let owner, let name)):
            same(id, owner, at: "\(place): factory")
            if method != name { differ(place, "expected the factory \(method), got \(name)") }
        case (.staticMethod(let type, let method), .staticMethod(let owner, let name)):
            if type != owner || method != name { differ(place, "expected \(type).\(method), got \(owner).\(name)") }
        default: differ(place, "expected \(expected), got \(found)")
        }
    }

    private mutating func compare(_ expected: [BuiltService.Call], _ found: [Recorder.Call], at place: String) {
        let names = expected.map(\.method)
        guard names == found.map(\.method) else {
            return differ(place, "expected the calls \(names), got \(found.map(\.method))")
        }
        for (number, (call, other)) in zip(expected, found).enumerated() {
            compare(
                .list(call.arguments), .list(other.arguments), at: "\(place): call \(number + 1), \(call.method)")
        }
    }

    private mutating func compare(
        _ expected: BuiltService.Maker?, _ found: [Recorder.Configuration], at place: String
    ) {
        guard found.count == (expected == nil ? 0 : 1) else {
            return differ(place, "expected \(expected == nil ? 0 : 1) configurations, got \(found.count)")
        }
        guard case .method(let id, let method)? = expected, let only = found.first else { return }
        same(id, only.owner, at: "\(place): configurator")
        if method != only.method { differ(place, "expected the configurator \(method), got \(only.method)") }
    }

    private mutating func compare(
        _ expected: [String: BuiltValue], _ found: [String: RecordedValue], at place: String, _ kind: String
    ) {
        guard Set(expected.keys) == Set(found.keys) else {
            return differ(place, "expected the \(kind) names \(expected.keys.sorted()), got \(found.keys.sorted())")
        }
        for (name, value) in expected.sorted(by: { $0.key < $1.key }) {
            counts.arguments += 1
            compare(value, found[name] ?? .missing, at: "\(place): \(kind) \(name)")
        }
    }

    private mutating func compare(_ expected: BuiltValue, _ found: RecordedValue, at place: String) {
        switch (expected, found) {
        case (.null, .null): break
        case (.boolean(let one), .boolean(let other)) where one == other: break
        case (.integer(let one), .integer(let other)) where one == other: break
        case (.number(let one), .number(let other)) where one == other: break
        case (.string(let one), .string(let other)) where one == other: break
        case (.list(let one), .list(let other)) where one.count == other.count:
            counts.collections += 1
            for (number, (element, otherElement)) in zip(one, other).enumerated() {
                compare(element, otherElement, at: "\(place)[\(number + 1)]")
            }
        case (.map(let one), .map(let other)) where Set(one.keys) == Set(other.keys):
            counts.collections += 1
            for (key, value) in one.sorted(by: { $0.key < $1.key }) {
                compare(value, other[key] ?? .missing, at: "\(place)[\"\(key)\"]")
            }
        case (.service(let id), .object(let instance)):
            counts.references += 1
            same(id, instance, at: place)
        case (.inline(let service), .object(let instance)): compare(service, instance, at: place)
        case (_, .lazy(let handle)):
            do { compare(expected, .object(try handle()), at: place) } catch { differ(place, "\(error)") }
        default: differ(place, "expected \(Self.shown(expected)), got \(shown(found))")
        }
    }

    private static func shown(_ value: BuiltValue) -> String {
        switch value {
        case .null: "null"
        case .boolean(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .number(let value): "\(value)"
        case .string(let value): "\"\(value)\""
        case .list(let elements): "[\(elements.map(shown).joined(separator: ", "))]"
        case .map(let entries): "{\(entries.keys.sorted().joined(separator: ", "))}"
        case .service(let id): "the service \"\(id)\""
        case .inline(let service): "an inline \(service.className)"
        }
    }

    private func shown(_ value: RecordedValue) -> String {
        switch value {
        case .null: "null"
        case .boolean(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .number(let value): "\(value)"
        case .string(let value): "\"\(value)\""
        case .list(let elements): "[\(elements.map(shown).joined(separator: ", "))]"
        case .map(let entries): "{\(entries.keys.sorted().joined(separator: ", "))}"
        case .object(let instance):
            definitions[ObjectIdentifier(instance)].map { "the service \"\($0)\"" } ?? "an instance (\(instance.maker))"
        case .lazy: "a lazy service"
        case .missing: "no value"
        }
    }
}
