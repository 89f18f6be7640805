import ModelFixtures
import MoonwireModel
import MoonwireValues
import Testing

@Suite struct DiagnosticTests {
    private func remark(_ number: Int) -> Diagnostic {
        Diagnostic(Diagnostic.Code("remark"), "remark \(number)", at: nil, severity: .note)
    }

    @Test func descriptionOfADiagnosticContainsAllParts() {
        let diagnostic = Diagnostic(
            .unknownService, "sentence", at: at(12), severity: .warning, suggestions: ["smtp", "sms"],
            path: ["newsletter", "mailer"], hints: ["first", "second"])
        #expect(
            diagnostic.description == """
                test.lua:12: warning: sentence
                    did you mean "smtp" or "sms"?
                    needed by newsletter -> mailer
                    first
                    second
                """)
        let alone = Diagnostic(.unknownService, "sentence", at: nil, path: ["alone"])
        #expect(alone.description == "sentence\n    in service \"alone\"")
        let named = Diagnostic(.unknownService, "service \"alone\": sentence", at: nil, path: ["alone"])
        #expect(named.description == "service \"alone\": sentence")
    }

    @Test func containerErrorListsAllDiagnostics() {
        let error = ContainerError([remark(1), remark(2)])
        #expect(error.description == "note: remark 1\nnote: remark 2")
        #expect(error.code == Diagnostic.Code("remark"))
        #expect(ContainerError([]).code == nil)
    }

    @Test func severitiesAreOrdered() {
        #expect(Diagnostic.Severity.fault < .warning && .warning < Diagnostic.Severity.note)
    }
}
