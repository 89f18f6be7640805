import Moonwire
import MoonwireCore

/// `preferences FILE…`: lists the preferences and the values that they accept.
package struct PreferencesCommand: Command {
    package let name = "preferences"
    package let summary = "list the preferences: their defaults, accepted values, and where they are stored"
    private let wiring: Console.Wiring

    package init(_ wiring: Console.Wiring = Console.Wiring()) {
        self.wiring = wiring
    }

    package var details: String {
        """
        Lists the preferences: their defaults, the values that they accept, the stores and keys of their values, and where
        they are defined.
        \(wiring.filesHelp)
        """
    }

    package var operands: [Operand] { wiring.files }
    package var options: [Option] { wiring.options() + [Format.option, .help] }
    package var example: String? { wiring.example() }

    package func run(_ invocation: Invocation) -> Console.Status {
        list(wiring, invocation, orNothing: "no preferences", rows: rows) { inspection, _ in inspection.preferences }
    }

    private func rows(_ preference: PreferenceInspection) -> [[String]] {
        [
            [
                preference.title, preference.defaultValue?.shortened ?? "unset",
                preference.limits.joined(separator: ", "),
                preference.address, preference.origin.words,
            ]
        ] + preference.origin.remarks.map { ["", "", "", "", $0] }
    }
}

extension PreferenceInspection {
    /// The accepted values.
    fileprivate var limits: [String] {
        let range: String? =
            switch (minimum, maximum) {
            case (let minimum?, let maximum?): "\(minimum) to \(maximum)"
            case (let minimum?, nil): "at least \(minimum)"
            case (nil, let maximum?): "at most \(maximum)"
            case (nil, nil): nil
            }
        let list = choices.map { "one of \($0.joined(separator: ", "))" }
        return [range ?? (list == nil ? kind : nil), list, hasCheck ? "checked by a function" : nil].compactMap(\.self)
    }

    /// The store and key, if they are not the usual ones.
    fileprivate var address: String {
        [
            store == PreferenceDefinition.usualStore ? nil : "in \(store)", key == title ? nil : "as \(key)",
            formerKey.map { "once \($0)" },
        ].compactMap(\.self).joined(separator: ", ")
    }
}
