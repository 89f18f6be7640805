import MoonwireValues
import Testing

@Suite struct CharacterTests {
    @Test(arguments: ["a", "é", "👩‍👩‍👧", "\r\n", "🇩🇪"])
    func charactersAreStringsOfOneCharacter(text: String) throws {
        let character = try read(.text(text), as: Character.self)
        #expect(String(character) == text)
        #expect(try written(character) == .text(text))
    }

    @Test func otherStringsAreNoCharacters() {
        let expected = "expects a string of one character, got "
        #expect(refusal("", as: Character.self) == expected + "the string \"\"")
        #expect(refusal("ab", as: Character.self) == expected + "the string \"ab\"")
        #expect(refusal(7, as: Character.self) == expected + "the integer 7")
        #expect(Character.shape == .character)
    }
}
