import Moonwire
import TestSupport

/// A class that must stay in one isolation domain.
final class Notebook: Exposed {
    var title = ""
    private(set) var lines: [String] = []

    static let exposure = Exposure(Notebook.self) {
        Initializer(ExposedArgument("title", default: "")) { (title: String) in
            let book = Notebook()
            book.title = title
            return book
        }
        Property("title", \.title)
        Property("lines", get: { $0.lines })
        Method("write", "line") { (book: Notebook, line: String) in book.lines.append(line) }
    }
}

/// Writes down what is done to it, in order; any thread may.
final class Logbook: Exposed, Sendable {
    let log = Collected<String>()

    static let exposure = Exposure(Logbook.self) {
        Initializer { Logbook() }
        Property("first", get: { $0.log.elements.first }, set: { $0.log.append("first=\($1 ?? "nil")") })
        Property("second", get: { $0.log.elements.last ?? "" }, set: { $0.log.append("second=\($1)") })
        Property("engine", get: { _ in Engine?.none }, set: { $0.log.append("engine=\($1?.brand ?? "nil")") })
        Property("count", \.log.elements.count)
        Method("note", "text", ExposedArgument("times", default: 1)) { (book: Logbook, text: String, times: Int) in
            for _ in 0..<times { book.log.append(text) }
        }
        Method("stock", "parts") { (_: Logbook, parts: [String: Int]) in parts.count }
        Method("fail") { (_: Logbook) throws in throw Breakdown(reason: "the pen is dry") }
    }
}

/// Types with one name, told apart by what they lie in.
enum North {
    struct Depot: Exposed {
        static let exposure = Exposure(Depot.self) { Initializer { Depot() } }
    }
}

/// Spelled from the module on, the depot in it has the name of the one above.
enum Far {
    enum MoonwireTests {
        enum North {
            struct Depot: Exposed {
                static let exposure = Exposure(Depot.self) { Initializer { Depot() } }
            }
        }
    }
}

enum South {
    struct Depot: Exposed {
        static let exposure = Exposure(Depot.self) { Initializer { Depot() } }
    }
}
