import Foundation

/// Settings for efm-langserver, a language server that runs linters: it shows the diagnostics of `check` at their lines.
///
/// A language server that reads the library does not check optional keys of tables, and ids that a script composes;
/// `check` does.
struct LinterSettings {
    private let program: String
    private let arguments: [String]

    /// Creates the settings for a program; `arguments` are those of its command `check`, with absolute paths.
    init(program: String, arguments: [String]) {
        self.program = program
        self.arguments = arguments
    }

    var file: EditorFile { EditorFile(name: "efm.yaml", text: text, ownMark: "# Written by `moonwire stubs`") }

    private var text: String {
        """
        # Written by `moonwire stubs`; it writes over this file.
        version: 2
        root-markers: [.luarc.json]
        languages:
          lua:
            - lint-command: \(Self.quoted(([program, "check"] + arguments).map(\.asShellWord).joined(separator: " ")))
              lint-stdin: true
              lint-ignore-exit-code: true
              lint-formats: ['%f:%l:%c: %tarning: %m', '%f:%l:%c: %tote: %m', '%f:%l:%c: %trror: %m', '%f:%l: %tarning: %m', '%f:%l: %tote: %m', '%f:%l: %trror: %m']

        """
    }

    /// The string as a YAML literal.
    private static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "''") + "'" }
}
