internal import LuaRuntime

/// `doctor`: reports the versions of Moonwire and Lua, the bugs of that release of Lua, and what surrounds Moonwire.
package struct DoctorCommand: Command {
    package let name = "doctor"
    package let summary =
        "report the installed Lua with its known bugs, the limits of watching files, and the setup of editors"

    private let surroundings: @Sendable () -> Surroundings

    package init() {
        surroundings = { .current }
    }

    /// Creates the command; `read` returns the contents of a file, and `path` contains the folders of programs.
    package init(read: @escaping @Sendable (String) -> String?, path: String) {
        surroundings = { Surroundings(read: read, path: path) }
    }

    package var details: String {
        """
        Reports the versions of Moonwire and of the installed Lua. The known bugs of that release of Lua are listed with
        the release that fixes them and with the protection against them; they are not faults of scripts.
        Then reports the limits within which the system watches files, and what editors find in the current folder.
        """
    }

    package var example: String? { "" }

    package func run(_ invocation: Invocation) -> Console.Status {
        answer(invocation) { options in
            for line in Self.report + [""] + surroundings().report { invocation.output.write(line) }
            return .clean
        }
    }

    private static var report: [String] {
        let versions = ["Moonwire \(Console.version)", "Lua \(LuaLibrary.version)"]
        let bugs = LuaLibrary.knownBugs
        guard !bugs.isEmpty else { return versions + ["no known bugs"] }
        return versions + ["", "\(String.counted(bugs.count, "known bug")) of this release of Lua:"]
            + bugs.map { "  \($0)" }
    }
}
