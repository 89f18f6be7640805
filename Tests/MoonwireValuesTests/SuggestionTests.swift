import MoonwireValues
import Testing

@Suite struct SuggestionTests {
    private func nearest(_ name: String, _ candidates: String...) -> [String] {
        Suggestions(among: candidates).nearest(to: name)
    }

    @Test func namesThatContainTheNameAreSuggested() {
        #expect(nearest("foo", "bar", "baz", "foobar", "barfoo") == ["barfoo", "foobar"])
        #expect(
            nearest("example", "example.service", "another_example", "some_service") == [
                "another_example", "example.service",
            ])
    }

    @Test func typosAreSuggestedBestFirst() {
        #expect(nearest("databse", "database", "databases", "service") == ["database", "databases"])
        #expect(nearest("bar", "foo", "baz", "foobar", "barfoo") == ["baz", "barfoo", "foobar"])
        #expect(nearest("smpt", "smtp", "http") == ["smtp"])
        #expect(nearest("mailler", "mailer", "mallet") == ["mailer", "mallet"])
    }

    @Test func caseIsIgnoredInSuggestions() {
        #expect(nearest("Mailer", "mailer", "MAILER") == ["MAILER", "mailer"])
    }

    @Test func atMostThreeOtherNamesAreSuggested() {
        #expect(nearest("abc", "aac", "acc", "adc", "aec") == ["aac", "acc", "adc"])
        #expect(nearest("ab", "ab") == [])
        #expect(nearest("", "a", "b") == [])
        #expect(nearest("long_name", "x", "zzzzzzzzz") == [])
    }

    @Test func shortNamesAreNotSoughtInsideLongerOnes() {
        #expect(nearest("id", "identity", "video") == [])
        #expect(nearest("connection", "co") == [])
    }

    @Test func quotedAlternativesReadAsASentence() {
        #expect([String]().quotedAlternatives == "")
        #expect(["a"].quotedAlternatives == "\"a\"")
        #expect(["a", "b"].quotedAlternatives == "\"a\" or \"b\"")
        #expect(["a", "b", "c"].quotedAlternatives == "\"a\", \"b\", or \"c\"")
    }
}
