import Foundation
import Testing

/// The transcripts of the guides, which are the output of the commands, word for word.
///
/// `RECORD_SNAPSHOTS=1 swift test --filter GuideTests` records them again; read the difference.
@Suite struct GuideTests {
    private static let records = ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1"

    @Test(arguments: [("README", 2), ("Checking", 2), ("Inspecting", 5), ("Graphs", 3), ("Editing", 2)])
    func transcriptsAreTheOutputOfTheCommands(_ name: String, _ count: Int) throws {
        let guide = try Guide(name)
        let stage = try GuideStage()
        var transcripts = 0
        let text = try guide.replacingBlocks { block in
            try stage.write(block)
            guard let output = try stage.output(of: block) else {
                // The other blocks of the README are compared by the tests of the guides.
                let isNone = !block.language.isEmpty || name == "README" || block.lines[0].hasPrefix("$ luacheck")
                #expect(isNone, "nothing compares a block of \(name).md: \(block.lines[0])")
                return block.lines
            }
            transcripts += 1
            if !Self.records { #expect(block.lines == output, "a transcript in \(name).md differs") }
            return output
        }
        if Self.records { try guide.write(text) }
        // The guide to editors has one transcript of luacheck.
        let missing = name == "Editing" && Luacheck.path == nil ? 1 : 0
        #expect(transcripts == count - missing)
    }
}
