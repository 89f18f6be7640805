import MoonwireCore

/// `reload`: reloads a container, or shows what a reload would change.
struct ReloadCommand: Command {
    let name = "reload"
    let summary = "reload the scripts, and show what has changed"
    private let container: Container
    private let path: String
    private let readOnly: Bool

    init(_ container: Container, path: String, readOnly: Bool) {
        self.container = container
        self.path = path
        self.readOnly = readOnly
    }

    var options: [Option] { [Option("--dry-run", help: "only show what a reload would change"), .help] }
    var example: String? { "--dry-run" }

    func run(_ invocation: Invocation) -> Console.Status {
        answer(invocation) { options in
            if options.has("--dry-run") {
                invocation.output.write("\(try container.reloadPlan())")
            } else {
                guard !readOnly else { throw UsageError.readOnly }
                let plan = try container.reportingChange(.reload, through: path) { try container.reloadByAttachment() }
                invocation.output.write("\(plan)")
            }
            return .clean
        }
    }
}
