import Moonwire

/// What the tests of arguments pass; it is not `Sendable`.
final class Person: Exposed {
    var name: String

    init(name: String) {
        self.name = name
    }

    static let exposure = Exposure(Person.self) {
        Initializer("name") { Person(name: $0) }
        Property("name", \.name)
    }
}

/// A service that takes arguments.
final class Report: Exposed {
    let owner: Person
    let title: String
    let pages: Int
    var note: String
    private(set) var signatures: [String] = []

    init(owner: Person, title: String, pages: Int) {
        self.owner = owner
        self.title = title
        self.pages = pages
        note = ""
    }

    static let exposure = Exposure(Report.self) {
        Initializer("owner", ExposedArgument("title", default: "?"), ExposedArgument("pages", default: 1)) {
            Report(owner: $0, title: $1, pages: $2)
        }
        Property("title", \.title)
        Property("note", \.note)
        Method("sign", "name") { (report: Report, name: String) in report.signatures.append(name) }
    }
}

/// Contains a report, or decorates one.
final class Binder: Exposed {
    let report: Report
    let label: String

    init(report: Report, label: String) {
        self.report = report
        self.label = label
    }

    static let exposure = Exposure(Binder.self) {
        Initializer("report", ExposedArgument("label", default: "")) { Binder(report: $0, label: $1) }
    }
}

enum Reports {
    static let types: [any Exposed.Type] = [Person.self, Report.self, Binder.self]
    static let report = """
        service "report" {
            type = "Report", scope = "transient",
            args = { owner = argument "user", title = argument("title", "Untitled") },
        }

        """
}
