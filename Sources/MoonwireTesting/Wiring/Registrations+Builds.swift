public import MoonwireCore
import MoonwireValues

extension Registrations {
    /// Lets the container build only some of the services that scripts define.
    ///
    /// ```swift
    /// @Test(.wiring("container.lua", types: Exposures.all) { services in
    ///     services.override("engine") { _ in TestEngine() }
    ///     services.limitBuilds(to: "car", "dealer")
    /// })
    /// ```
    ///
    /// The build of any other service is an error, which names the path to it, so that a test notices when it begins to use something
    /// real. What the application registers or overrides in Swift can be built too. A permitted service may have decorators, and services
    /// without an id in its arguments.
    ///
    /// - Parameters:
    ///   - ids: The ids of the services; one that is not defined, or is an alias, is a fault.
    ///   - file: The file to which messages refer.
    ///   - line: The line in that file.
    public mutating func limitBuilds(to ids: String..., file: String = #fileID, line: Int = #line) {
        addPass("limitBuilds", file: file, line: line) { definitions, report in
            for id in ids {
                guard let target = report.target(of: id) else {
                    let near = Suggestions(among: definitions.map(\.id)).nearest(to: id)
                    report.add(.fault, "service \(id.quoted) is not defined", suggestions: near)
                    continue
                }
                if target != id { report.fault("\(id.quoted) is an alias; name the service \(target.quoted)") }
            }
        }
        addHook(.building("*"), file: file, line: line) { [permitted = Set(ids)] info in
            guard !info.subject.isBuiltByApplication, let id = info.subject.outermostID, !permitted.contains(id) else {
                return
            }
            throw BuildNotPermitted(permitted: ids)
        }
    }
}

/// The error of a build that a test does not permit.
private struct BuildNotPermitted: Error, CustomStringConvertible {
    let permitted: [String]

    var description: String {
        permitted.isEmpty
            ? "the test permits no build"
            : "the test permits only builds of \(permitted.map(\.quoted).joined(separator: ", "))"
    }
}
