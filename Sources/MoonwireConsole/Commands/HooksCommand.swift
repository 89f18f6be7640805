import Moonwire
import MoonwireCore

/// `hooks FILE…`: tells which hooks there are, in the order in which they run.
public struct HooksCommand: Command {
    public let name = "hooks"
    public let summary = "list the hooks in the order in which they run, and the services that they match"
    private let wiring: Wiring

    public init(_ wiring: Wiring = Wiring()) {
        self.wiring = wiring
    }

    public var details: String {
        """
        Lists the hooks of each event in the order in which they run: their targets, their priorities, where they
        are written, and the services that their targets match.
        \(wiring.filesHelp)
        """
    }

    public var operands: [Operand] { [wiring.files] }
    public var options: [Option] {
        [
            Option(
                "--event", .choice(HookEvent.allCases.map(\.rawValue)).named("EVENT"), help: "only hooks of that event")
        ]
            + wiring.options() + [Format.option, .help]
    }
    public var example: String? { wiring.example("--event created") }

    public func run(_ invocation: Invocation) -> CommandStatus {
        list(wiring, invocation, orNothing: "no hooks", rows: rows) { inspection, options in
            let event = options.value("--event")
            return HookEvent.allCases.flatMap { known in
                inspection.hooks.filter { $0.event == known && (event == nil || event == known.rawValue) }
            }
        }
    }

    private func rows(_ hook: HookInspection) -> [[String]] {
        let details = [hook.priority == 0 ? nil : "priority \(hook.priority)", hook.isOnce ? "once" : nil]
        let target = hook.target.map { "\"\($0)\"" } ?? ""
        return [
            [
                hook.event.rawValue, target, details.compactMap(\.self).joined(separator: ", "),
                hook.services.map { $0.isEmpty ? "no service" : $0.joined(separator: ", ").shortened } ?? "",
                hook.location.words,
            ]
        ] + (hook.caller.map { [["", "", "", "", "called from \($0)"]] } ?? [])
    }
}
