import Moonwire
import RelayParts

/// The options of the program.
struct Options {
    private(set) var asksForHelp = false
    private(set) var scripts: [String] = []
    private(set) var data = "relay-data"
    private(set) var environment = "prod"
    private(set) var allowsChanges = false
    private var givenSocket: String?

    /// The path at which `moonwire attach` reaches the program.
    var socket: String { givenSocket ?? data + "/relay.sock" }

    static let help = """
        usage: relay [OPTION…]
               relay check | list | explain | … [--help]

        Receives webhooks, stores them, and delivers them, as configured in container.lua. SIGTERM ends it after the
        deliveries in progress, SIGHUP reads the scripts again; it also does so whenever one of them changes.

          --script FILE        another script than container.lua; more of them override the first
          --data FOLDER        the folder of the database and the preferences; relay-data if it is not given
          --socket PATH        where `moonwire attach PATH explain ID` asks the program; relay.sock in the folder of the data
                               if it is not given
          --allow-changes      `moonwire attach PATH reload` and `moonwire attach PATH set NAME VALUE` work, too
          --environment NAME   prod, the default, test, or dev, which needs no secrets
          --help               show this help

        `relay check` reports the faults of the scripts, and `relay list` lists their services; `relay help` lists all
        commands. Exit status: 0 after a signal, 1 when something is wrong, 2 when the arguments are not valid.
        """

    init(_ arguments: [String]) throws(OptionError) {
        var rest = arguments[...]
        while let option = rest.popFirst() {
            switch option {
            case "--help", "-h": asksForHelp = true
            case "--script": scripts.append(try Self.value(of: option, &rest))
            case "--data": data = try Self.value(of: option, &rest)
            case "--socket": givenSocket = try Self.value(of: option, &rest)
            case "--allow-changes": allowsChanges = true
            case "--environment": environment = try Self.value(of: option, &rest)
            default:
                let known = ["--help", "--script", "--data", "--socket", "--allow-changes", "--environment"]
                throw OptionError(
                    "there is no option \"\(option)\"", nearest: Suggestions(among: known).nearest(to: option))
            }
        }
        if scripts.isEmpty { scripts = [Relay.script] }
    }

    private static func value(of option: String, _ rest: inout ArraySlice<String>) throws(OptionError) -> String {
        guard let value = rest.popFirst(), !value.isEmpty else {
            throw OptionError("option \"\(option)\" expects a value")
        }
        return value
    }
}

struct OptionError: Error, CustomStringConvertible {
    let description: String

    init(_ message: String, nearest: [String] = []) {
        description = nearest.isEmpty ? message : "\(message)\n    did you mean \"\(nearest[0])\"?"
    }
}
