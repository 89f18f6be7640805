import Moonwire
import MoonwireCore

/// `rules FILE…`: lists the rules and the slots that they reach.
package struct RulesCommand: Command {
    package let name = "rules"
    package let summary = "list the rules, which inject values into slots"
    private let wiring: Console.Wiring

    package init(_ wiring: Console.Wiring = Console.Wiring()) {
        self.wiring = wiring
    }

    package var details: String {
        """
        Lists the rules in the order in which they are written: their targets, their values, and the slots that
        they fill, which are known only with the application's types.
        \(wiring.filesHelp)
        """
    }

    package var operands: [Operand] { wiring.files }
    package var options: [Option] { wiring.options() + [Format.option, .help] }
    package var example: String? { wiring.example() }

    package func run(_ invocation: Invocation) -> Console.Status {
        list(wiring, invocation, orNothing: "no rules", rows: rows) { inspection, _ in inspection.rules }
    }

    private func rows(_ rule: InjectionRuleInspection) -> [[String]] {
        let written = ([rule.value?.written ?? "skip"] + rule.options).joined(separator: ", ")
        let first = [rule.rule, written.shortened, rule.origin.words]
        return [first] + (rule.value?.continuation.map { ["", $0] } ?? [])
            + rule.slots.map { ["  \($0.slot)", $0.answer] } + (rule.fault.map { [["", "", $0]] } ?? [])
            + rule.origin.remarks.map { ["", "", $0] }
    }
}

extension InjectionRuleInspection.Reach {
    /// The reason why the rule does not fill the slot; empty if it always does.
    fileprivate var answer: String {
        if let declaration { return "the slot \(declaration)" }
        return [decides ? nil : "another rule takes precedence", unless.map { "unless \($0)" }].compactMap(\.self)
            .joined(separator: ", ")
    }
}
