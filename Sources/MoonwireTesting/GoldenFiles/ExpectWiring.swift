public import MoonwireCore
public import Testing

/// Compares the wiring of a container with a stored file, so that a pull request shows how an edit changes the wiring.
///
/// ```swift
/// @Test(.wiring("container.lua", types: Exposures.all, variables: EnvironmentVariables { _ in nil }))
/// func theWiringIsReviewed() throws {
///     expectWiring(try Test.container, matches: "wiring.txt")
/// }
/// ```
///
/// The file has a block for each service, scope, parameter, preference, hook, and injection rule, with a line for each of its fields. It
/// contains no locations, and functions only as `function`, so that it changes only if the wiring does. Secrets are masked. A variable
/// that a script reads with `env.int` and its like is part of the wiring: pass `variables` to the container.
///
/// With `record`, or if the variable `MOONWIRE_RECORD` of the process is neither empty nor `0`, the file is written, and the test fails,
/// so that recording does not stay turned on. A file that does not exist is an issue, and so is each difference; the issue contains its
/// first lines, and an attachment contains all of it.
///
/// - Parameters:
///   - container: The container.
///   - path: The path of the file; a relative path starts at the folder of the test's source file.
///   - parameters: The names of parameters whose values differ between runs or machines; they are shown as `***`, with all
///     parameters inside them.
///   - record: Whether the file is written.
///   - sourceLocation: The location of issues.
public func expectWiring(
    _ container: Container, matches path: String, masking parameters: [String] = [], record: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    expectWiring(
        container, matches: path, masking: parameters, record: record, variables: .process,
        sourceLocation: sourceLocation)
}

/// The same, with the variables that can turn recording on.
package func expectWiring(
    _ container: Container, matches path: String, masking parameters: [String] = [], record: Bool = false,
    variables: EnvironmentVariables, sourceLocation: SourceLocation = #_sourceLocation
) {
    let inspection: Inspection
    do { inspection = try container.inspection } catch {
        Issue.record(error, sourceLocation: sourceLocation)
        return
    }
    let known = inspection.parameters.map(\.name)
    var masked: Set<String> = []
    for name in parameters {
        let inside = known.filter { $0 == name || $0.hasPrefix(name + ".") }
        masked.formUnion(inside)
        if inside.isEmpty {
            Issue.record(.unknownParameter(name, known: known), sourceLocation: sourceLocation)
        }
    }
    GoldenFile(path, beside: sourceLocation, isRecording: record, variables)
        .check(WiringText(inspection, masking: masked), sourceLocation: sourceLocation)
}
