package import MoonwireCore
import MoonwireValues

extension WiredValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package init(stringLiteral text: String) { self = .value(.text(text)) }
    package init(integerLiteral integer: Int64) { self = .value(.integer(integer)) }
    package init(booleanLiteral boolean: Bool) { self = .value(.boolean(boolean)) }
    package init(arrayLiteral elements: WiredValue...) { self = .list(elements) }
    package init(dictionaryLiteral entries: (String, WiredValue)...) {
        self = .map(Dictionary(entries, uniquingKeysWith: { $1 }))
    }
}

extension TextTemplate: ExpressibleByStringLiteral {
    package init(stringLiteral text: String) { self.init([.text(text)]) }
}

typealias Fields = KeyValuePairs<String, WiredValue>

/// A line of the script that tests pretend to have.
func at(_ line: Int) -> ScriptLocation { ScriptLocation(file: "test.lua", line: line) }

func ref(_ id: String, _ kind: ServiceReference.Kind = .required, line: Int? = nil) -> WiredValue {
    .reference(ServiceReference(id, kind: kind, location: line.map(at)))
}

func param(_ name: String, line: Int? = nil) -> WiredValue {
    .parameter(ParameterReference(name, location: line.map(at)))
}

func env(_ name: String, _ type: EnvironmentType = .string, secret: Bool = false) -> EnvironmentReference {
    EnvironmentReference(name, type: type, isSecret: secret)
}

/// A text in which the odd pieces are the names of parameters: `text("http://", "host", "/")`.
func text(_ pieces: String...) -> WiredValue {
    .template(
        TextTemplate(
            pieces.enumerated().filter { !$1.isEmpty }.map { $0 % 2 == 0 ? .text($1) : .parameter($1) }))
}

func arguments(_ labeled: Fields = [:], _ positional: [WiredValue] = []) -> Arguments {
    var arguments = Arguments()
    arguments.positional = positional
    arguments.labeled = labeled.map { LabeledValue($0, $1) }
    return arguments
}

func call(_ method: String, _ labeled: Fields = [:], _ positional: [WiredValue] = []) -> MethodCall {
    MethodCall(method: method, arguments: arguments(labeled, positional))
}

/// A definition as a script would give it; `line` is where its call stands.
func service(
    _ id: String, _ construction: Construction, _ labeled: Fields = [:], _ positional: [WiredValue] = [],
    scope: ServiceScope = .shared, set: Fields = [:], calls: [MethodCall] = [], configure: (any ServiceFunction)? = nil,
    uses: [String] = [], line: Int? = nil
) -> Definition {
    var definition = Definition(id: id, origin: Origin(line.map(at)), construction: construction)
    definition.arguments = arguments(labeled, positional)
    definition.scope = scope
    definition.setters = set.map { Setter(name: $0, value: $1, path: ["set", $0]) }
    definition.calls = calls
    definition.configure = configure
    definition.uses = uses.map { ServiceReference($0) }
    return definition
}

/// A service made by an initializer of the named type.
func service(
    _ id: String, _ type: String, _ labeled: Fields = [:], scope: ServiceScope = .shared, line: Int? = nil
) -> Definition {
    service(id, .type(TextTemplate([.text(type)])), labeled, scope: scope, line: line)
}

func alias(_ id: String, of target: String, line: Int? = nil) -> Definition {
    service(id, .alias(of: ServiceReference(target)), line: line)
}

/// A rule as a script would give it.
func inject(_ target: InjectionRule.Target, _ value: WiredValue, force: Bool = false, line: Int? = nil) -> InjectionRule
{
    InjectionRule(target, .value(value), isForced: force, origin: Origin(line.map(at)))
}

/// A rule that leaves slots alone.
func skip(_ target: InjectionRule.Target, line: Int? = nil) -> InjectionRule {
    InjectionRule(target, .skip, origin: Origin(line.map(at)))
}

/// A preference as a script would describe it: `preference("Settings.volume", 5, max: 10)`.
func preference(
    _ title: String, _ defaultValue: PlainValue, min: PlainValue? = nil, max: PlainValue? = nil,
    oneOf: [PlainValue]? = nil,
    check: (any PreferenceCheck)? = nil, key: String? = nil, store: String? = nil, from: String? = nil,
    line: Int? = nil
) -> PreferenceDefinition {
    let steps = title.split(separator: ".", maxSplits: 1).map(String.init)
    var definition = PreferenceDefinition(group: steps[0], name: steps[1], origin: Origin(line.map(at)))
    definition.defaultValue = defaultValue
    definition.minimum = min
    definition.maximum = max
    definition.choices = oneOf
    definition.check = check
    definition.ownKey = key
    definition.ownStore = store
    definition.formerKey = from
    return definition
}

/// Layers and everything else that a container is made of.
struct Wiring {
    var definitions: [Definition] = []
    var parameters: [(name: String, value: WiredValue, line: Int?)] = []
    var rules: [InjectionRule] = []
    var preferences: [PreferenceDefinition] = []
    var services = Registrations()
    var variables: [String: String] = [:]
    var slowWait = Duration.seconds(5)

    init(_ definitions: Definition...) { self.definitions = definitions }

    var layer: Layer {
        var layer = Layer(name: "test.lua")
        layer.definitions = definitions
        layer.rules = rules
        layer.preferences = preferences
        for (name, value, line) in parameters {
            layer.parameters.set(name, value, origin: Origin(line.map(at)), path: [name])
        }
        return layer
    }

    func container(types: [any Exposed.Type]? = nil) throws -> Container {
        try Container(
            layers: [services.beneath, layer, services.above],
            types: try types.map { try TypeRegistry($0) } ?? Garage.types(),
            variables: EnvironmentVariables { [variables] in variables[$0] }, slowWait: slowWait)
    }

    /// What the validation says of it, faults and remarks.
    func check(types: [any Exposed.Type]? = nil) throws -> [Diagnostic] {
        Validation.check(
            DefinitionGraph(
                layers: [services.beneath, layer, services.above],
                types: try types.map { try TypeRegistry($0) } ?? Garage.types(),
                variables: EnvironmentVariables { [variables] in variables[$0] }))
    }

    /// The validation's words.
    func report(types: [any Exposed.Type]? = nil) throws -> String {
        try check(types: types).map(\.description).joined(separator: "\n")
    }
}

/// What a throwing closure says; nil when it throws nothing.
func message<R>(_ body: () throws -> R) -> String? {
    do {
        _ = try body()
        return nil
    } catch {
        return "\(error)"
    }
}
