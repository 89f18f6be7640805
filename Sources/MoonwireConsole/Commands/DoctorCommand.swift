internal import LuaRuntime

/// `doctor`: reports the versions of Moonwire and Lua, and the bugs of that release of Lua.
package struct DoctorCommand: Command {
    package let name = "doctor"
    package let summary = "report the installed Lua, its known bugs, and how scripts are protected from them"

    package init() {}

    package var details: String {
        """
        Reports the versions of Moonwire and of the installed Lua. The known bugs of that release of Lua are listed with
        the release that fixes them and with the protection against them; they are not faults of scripts.
        """
    }

    package var example: String? { "" }

    package func run(_ invocation: Invocation) -> Console.Status {
        answer(invocation) { options in
            if let operand = options.operands.first { throw UsageError.unexpectedArgument(operand) }
            for line in Self.report { invocation.output.write(line) }
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
