import Moonwire

/// What must hold for the wiring as a whole: a mistake is found when the scripts are read, so that an edit with one is refused.
enum WiringRules {
    static func add(to services: inout Registrations) {
        services.addPass("names") { definitions, report in
            for (tag, argument) in [("target", "name"), ("webhook", "name"), ("route", "path")] {
                requireUnique(argument, among: definitions.filter { $0.tags.contains(tag) }, &report)
            }
        }
        services.addPass("urls") { definitions, report in
            for definition in definitions where definition.type == "HTTPTarget" {
                // One that begins with a parameter is checked when the target is built.
                guard case .text(let url)? = definition.arguments["url"], !url.hasPrefix("%") else { continue }
                guard !url.hasPrefix("http://"), !url.hasPrefix("https://") else { continue }
                report.fault(
                    "a URL of a target must begin with http:// or https://, got \"\(url)\"", in: definition,
                    at: "args", "url")
            }
        }
    }

    private static func requireUnique(
        _ argument: String, among definitions: [RegisteredDefinition], _ report: inout PassReport
    ) {
        var first: [PlainValue: String] = [:]
        for definition in definitions {
            guard let value = definition.arguments[argument] else { continue }
            if let other = first[value] {
                report.fault(
                    "the \(argument) \(value) is that of \"\(other)\" already", in: definition, at: "args", argument)
            } else {
                first[value] = definition.id
            }
        }
    }
}
