import Testing

/// The words of MoonwireObjects in scripts that commands read without the application.
@Suite struct CheckObjectsTests {
    @Test(arguments: ["list", "check"]) func commandsAcceptTheWords(command: String) throws {
        let folder = try Folder([
            "container.lua": """
            service "mailer" { synthetic = true }
            around "Mailer.send" (function(original, self, text) return original(text) end)
            accessor "Mixer.volume" { initial = 7 }
            """
        ])
        let transcript = folder.run(command)
        #expect(!transcript.output.contains("MoonwireObjects"), "\(transcript.output)")
        #expect(!transcript.output.contains("around"), "\(transcript.output)")
    }

    @Test func faultsOfTheWordsAreReported() throws {
        let folder = try Folder([
            "container.lua": "around \"send\" (function() end)\naccessor \"Mixer.volume\" { gett = 7 }"
        ])
        let output = folder.run("check").output
        #expect(
            output.contains("around expects the name of a type and of its method, got \"send\""),
            "\(output)")
        #expect(output.contains("accessor \"Mixer.volume\": there is no key \"gett\""), "\(output)")
    }
}
