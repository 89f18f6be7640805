import MoonwireCore

/// The output format of `check`: that of other commands, or one that other programs read.
enum CheckFormat: String, CaseIterable {
    case text, json
    /// As compilers report errors, which Xcode and other editors show at their lines.
    case compiler
    /// Commands of GitHub Actions, which annotate the lines of a change.
    case github
    /// The Static Analysis Results Interchange Format, version 2.1.0.
    case sarif

    static let option = Option(
        Format.option.name, .choice(allCases.map(\.rawValue)), help: "the output format; text by default")

    init(_ options: Options) {
        self = options.value(Self.option.name).flatMap(CheckFormat.init) ?? .text
    }

    func write(_ diagnostics: [Diagnostic], _ summary: CheckSummary, to output: Console.Output) throws {
        switch self {
        case .text: try Format.text.write(diagnostics.labeled + [summary.sentence], json: summary, to: output)
        case .json: try Format.json.write([], json: summary, to: output)
        case .compiler:
            var columns = DiagnosticColumns()
            for diagnostic in Self.counted(diagnostics) {
                for line in CompilerLines(diagnostic, column: columns.column(of: diagnostic)).lines {
                    output.write(line)
                }
            }
        case .github:
            var columns = DiagnosticColumns()
            for diagnostic in Self.counted(diagnostics) {
                output.write(GitHubCommand(diagnostic, column: columns.column(of: diagnostic)).text)
            }
        case .sarif: try Format.json.write([], json: SarifLog(Self.counted(diagnostics)), to: output)
        }
    }

    /// The shown diagnostics, and one that counts the others.
    private static func counted(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
        let shown = diagnostics.firstShown
        guard shown.count < diagnostics.count else { return shown }
        let text = "\(String.counted(diagnostics.count - shown.count, "further diagnostic")) not shown"
        return shown + [Diagnostic(.init("omitted"), text, at: nil, severity: .note)]
    }
}
