import MoonwireModel
public import MoonwireValues

extension Registrations {
    /// Adds a type of environment variables, which scripts use as `%env(csv:NAME)%` and `env.csv "NAME"`.
    ///
    /// ```swift
    /// services.addProcessor("csv") { text in
    ///     .list(text.split(separator: ";").map { .text(String($0)) })
    /// }
    /// ```
    ///
    /// An error that it throws is one of the variable that it reads. A name of a type that Moonwire provides is a fault.
    ///
    /// - Parameters:
    ///   - name: The name of the type.
    ///   - file: The file to which messages about the processor refer.
    ///   - line: The line in that file.
    ///   - read: Returns the value that the text of a variable represents. It may be called each time when a service is built.
    public mutating func addProcessor(
        _ name: String, file: String = #fileID, line: Int = #line,
        _ read: @escaping @Sendable (_ text: String) throws -> PlainValue
    ) {
        let location = ScriptLocation(file: file, line: line)
        if let fault = EnvironmentProcessor.fault(ofName: name, at: location) { return report(fault) }
        add(EnvironmentProcessor(name, origin: Origin(location), read))
    }
}
