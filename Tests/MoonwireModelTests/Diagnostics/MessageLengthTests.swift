import ModelFixtures
import MoonwireModel
import MoonwireValues
import Testing

@Suite struct MessageLengthTests {
    private let long = String(repeating: "a", count: 500) + String(repeating: "z", count: 500)

    @Test func namesAreCutInTheMiddle() throws {
        let text = Diagnostic(.unknownService, "service \"\(long)\" is not defined", at: nil).message
        #expect(text.hasPrefix("service \"aaaa"))
        #expect(text.contains("a…z"))
        #expect(text.hasSuffix("zzz\" is not defined"))
        #expect(text.count == 200 + "service  is not defined".count)
    }

    @Test func suggestionsPathsAndHintsAreCut() {
        let fault = Diagnostic(
            .unknownService, "m", at: nil, suggestions: [long], path: Array(repeating: long, count: 3_000),
            hints: ["see \(long)"])
        #expect(fault.suggestions[0].count == 200)
        #expect(fault.path.count == 21)
        #expect(fault.path[10] == "… 2980 more …")
        #expect(fault.description.utf8.count < 6_000)
    }

    @Test func sentencesOfManyWordsAreCut() {
        let words = String(repeating: "many words ", count: 100_000)
        #expect(Diagnostic(.unknownService, words, at: nil).message.count == 4_000)
    }

    @Test func shortSentencesStayAsTheyAre() {
        let name = String(repeating: "é", count: 100)
        #expect(Diagnostic(.unknownService, "service \"\(name)\"", at: nil).message == "service \"\(name)\"")
    }

    @Test func theFirstHundredFaultsAreShown() {
        let faults = (1...1_000).map { Diagnostic(.unknownService, "fault \($0)", at: nil) }
        let lines = "\(ContainerError(faults))".split(separator: "\n")
        #expect(lines.count == 101)
        #expect(lines[99] == "fault 100")
        #expect(lines[100] == "… and 900 more")
        #expect("\(ContainerError(Array(faults.prefix(100))))".split(separator: "\n").count == 100)
    }
}
