import Moonwire
import MoonwireCore

/// `rules FILE…`: tells which rules there are, and the slots that they reach.
public struct RulesCommand: Command {
    public let name = "rules"
    public let summary = "list the rules, which inject values into slots"
    private let wiring: Wiring

    public init(_ wiring: Wiring = Wiring()) {
        self.wiring = wiring
    }

    public var details: String {
        """
        Lists the rules in the order in which they are written: their targets, their values, and the slots that
        they fill, which are known only with the application's types.
        \(wiring.filesHelp)
        """
    }

    public var operands: [Operand] { [wiring.files] }
    public var options: [Option] { wiring.options() + [Format.option, .help] }
    public var example: String? { wiring.example() }

    public func run(_ invocation: Invocation) -> CommandStatus {
        list(wiring, invocation, orNothing: "no rules", rows: rows) { inspection, _ in inspection.rules }
    }

    private func rows(_ rule: InjectionRuleInspection) -> [[String]] {
        let written = rule.value?.written ?? "skip"
        let first = [rule.rule, (rule.isForced ? "\(written), forced" : written).shortened, rule.place.words]
        return [first] + (rule.value?.continuation.map { ["", $0] } ?? [])
            + rule.slots.map { ["  \($0.slot)", $0.answer] } + (rule.fault.map { [["", "", $0]] } ?? [])
            + rule.place.remarks.map { ["", "", $0] }
    }
}

extension InjectionRuleInspection.Reach {
    /// Why the rule does not decide about the slot; empty when it always does.
    fileprivate var answer: String {
        [decides ? nil : "another rule takes precedence", unless.map { "unless \($0)" }].compactMap(\.self)
            .joined(separator: ", ")
    }
}
