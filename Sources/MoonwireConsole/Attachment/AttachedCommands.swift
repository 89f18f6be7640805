import MoonwireCore

extension [any Command] {
    /// The commands of a call from another process, which read and write no files.
    ///
    /// `wait` waits for a time, or until the other process ends the call.
    static func attached(
        to container: Container, path: String, readOnly: Bool, wait: @escaping @Sendable (Duration) -> Void
    ) -> [any Command] {
        let wiring = Console.Wiring(attachedTo: container)
        return [
            ListCommand(wiring), ExplainCommand(wiring), ParametersCommand(wiring), PreferencesCommand(wiring),
            HooksCommand(wiring), RulesCommand(wiring), SlotsCommand(container), StartCommand(wiring),
            GraphCommand(wiring, path: nil),
            ListingCommand.instances(container), ListingCommand.generations(container),
            ListingCommand.scopes(container),
            RecordCommand(container, wait: wait), SetCommand(container, path: path, readOnly: readOnly),
            ReloadCommand(container, path: path, readOnly: readOnly),
        ]
    }
}
