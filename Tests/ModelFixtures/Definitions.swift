package import MoonwireModel
package import MoonwireValues

package typealias Fields = KeyValuePairs<String, WiredValue>

/// A line of the script that tests pretend to have.
package func at(_ line: Int) -> ScriptLocation { ScriptLocation(file: "test.lua", line: line) }

package func ref(_ id: String, _ kind: ServiceReference.Kind = .required, line: Int? = nil) -> WiredValue {
    .reference(ServiceReference(id, kind: kind, location: line.map(at)))
}

package func param(_ name: String, line: Int? = nil) -> WiredValue {
    .parameter(ParameterReference(name, location: line.map(at)))
}

package func env(_ name: String, _ type: EnvironmentType = .string, secret: Bool = false) -> EnvironmentReference {
    EnvironmentReference(name, type: type, isSecret: secret)
}

/// A text in which the odd pieces are the names of parameters: `text("http://", "host", "/")`.
package func text(_ pieces: String...) -> WiredValue {
    .template(
        TextTemplate(
            pieces.enumerated().filter { !$1.isEmpty }.map { $0 % 2 == 0 ? .text($1) : .parameter($1) }))
}

package func arguments(_ labeled: Fields = [:], _ positional: [WiredValue] = []) -> Arguments {
    var arguments = Arguments()
    arguments.positional = positional
    arguments.labeled = labeled.map { LabeledValue($0, $1) }
    return arguments
}

package func call(_ method: String, _ labeled: Fields = [:], _ positional: [WiredValue] = []) -> MethodCall {
    MethodCall(method: method, arguments: arguments(labeled, positional), number: 1)
}

/// A definition as a script would give it; `line` is where its call stands.
package func service(
    _ id: String, _ construction: Construction, _ labeled: Fields = [:], _ positional: [WiredValue] = [],
    scope: ServiceScope = .shared, set: Fields = [:], calls: [MethodCall] = [], configure: (any ServiceFunction)? = nil,
    uses: [String] = [], line: Int? = nil
) -> Definition {
    var definition = Definition(id: id, origin: Origin(line.map(at)), construction: construction)
    definition.arguments = arguments(labeled, positional)
    definition.scope = scope
    definition.setters = set.map { Setter(name: $0, value: $1, path: ["set", $0]) }
    definition.calls = calls.enumerated().map {
        MethodCall(method: $1.method, arguments: $1.arguments, number: $0 + 1)
    }
    definition.configure = configure
    definition.uses = uses.map { ServiceReference($0) }
    return definition
}

/// A service made by an initializer of the named type.
package func service(
    _ id: String, _ type: String, _ labeled: Fields = [:], scope: ServiceScope = .shared, line: Int? = nil
) -> Definition {
    service(id, .type(TextTemplate([.text(type)])), labeled, scope: scope, line: line)
}

package func alias(_ id: String, of target: String, line: Int? = nil) -> Definition {
    service(id, .alias(of: ServiceReference(target)), line: line)
}
