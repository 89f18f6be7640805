import Foundation

/// Settings for efm-langserver, a language server that runs linters: it shows what `check` says on the lines themselves.
///
/// A language server that reads the library knows nothing of optional keys of tables, and of ids that are put together; the
/// check does.
struct LinterSettings {
    private let program: String
    private let arguments: [String]

    /// - Parameter arguments: Those of `check`, with paths that are good anywhere.
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
            - lint-command: \(Self.quoted(([program, "check"] + arguments).map(Self.shellWord).joined(separator: " ")))
              lint-stdin: true
              lint-ignore-exit-code: true
              lint-formats: ['%f:%l: %tarning: %m', '%f:%l: %tote: %m', '%f:%l: %m']

        """
    }

    /// As YAML takes any text.
    private static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "''") + "'" }

    private static func shellWord(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy { byte in
            byte == UInt8(ascii: "/") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
                || byte == UInt8(ascii: "_") || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
                || byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z")
                || byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
        }
        return isPlain && !word.isEmpty ? word : "'" + word.replacing("'", with: "'\\''") + "'"
    }
}
