import Moonwire
import MoonwireCore

/// `preferences FILE…`: tells which preferences there are, and what they take.
public struct PreferencesCommand: Command {
    public let name = "preferences"
    public let summary = "list the preferences: their defaults, accepted values, and where they are stored"
    private let wiring: Wiring

    public init(_ wiring: Wiring = Wiring()) {
        self.wiring = wiring
    }

    public var details: String {
        """
        Lists the preferences: their defaults, the values that they accept, the stores and keys of their values, and where
        they are defined.
        \(wiring.filesHelp)
        """
    }

    public var operands: [Operand] { [wiring.files] }
    public var options: [Option] { wiring.options() + [Format.option, .help] }
    public var example: String? { wiring.example() }

    public func run(_ invocation: Invocation) -> CommandStatus {
        list(wiring, invocation, orNothing: "no preferences", rows: rows) { inspection, _ in inspection.preferences }
    }

    private func rows(_ preference: PreferenceInspection) -> [[String]] {
        [
            [
                preference.title, preference.defaultValue.shortened, preference.limits.joined(separator: ", "),
                preference.address, preference.place.words,
            ]
        ] + preference.place.remarks.map { ["", "", "", "", $0] }
    }
}

extension PreferenceInspection {
    /// What it takes besides its default.
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

    /// Where it lies, unless that goes without saying.
    fileprivate var address: String {
        [
            store == PreferenceDefinition.usualStore ? nil : "in \(store)", key == title ? nil : "as \(key)",
            formerKey.map { "once \($0)" },
        ].compactMap(\.self).joined(separator: ", ")
    }
}
