extension Console {
    /// Creates a console with all commands.
    ///
    /// - Parameters:
    ///   - program: The name of the program in messages and help.
    ///   - wiring: The scripts or the container that the commands inspect.
    ///   - ownArguments: The arguments of the application itself as the help shows them, such as `[--watch] [SCRIPT]`; nil if
    ///     it has none.
    public init(program: String = "moonwire", wiring: Wiring = Wiring(), ownArguments: String? = nil) {
        self.init(program: program, commands: .all(for: wiring), ownArguments: ownArguments)
    }
}

extension [any Command] {
    /// All commands; those that build services only if there is a container for them.
    package static func all(for wiring: Console.Wiring = Console.Wiring()) -> [any Command] {
        let building: [any Command] = wiring.buildingContainer.map { [TraceCommand($0)] } ?? []
        let running: [any Command] = wiring.container.map { [SlotsCommand($0)] } ?? []
        let creating: [any Command] = wiring.isMounted ? [] : [InitCommand(), AttachCommand()]
        return [
            CheckCommand(wiring), ListCommand(wiring), ExplainCommand(wiring), ParametersCommand(wiring),
            PreferencesCommand(wiring), HooksCommand(wiring), RulesCommand(wiring),
        ] + running + [
            StartCommand(wiring), DiffCommand(wiring), GraphCommand(wiring), StubsCommand(wiring),
        ] + building + creating + [CompletionCommand(), DoctorCommand()]
    }
}
