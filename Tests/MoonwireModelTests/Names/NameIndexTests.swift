import ModelFixtures
import MoonwireModel
import Testing

@Suite struct NameIndexTests {
    @Test func namesAreNumberedInTheOrderInWhichTheyCome() {
        var index = NameIndex()
        let numbers = ["mailer", "", "log", "mailer", "log"].map { index.insert($0) }
        #expect(numbers.map(\.number) == [0, 1, 2, 0, 2])
        #expect(numbers.map(\.isNew) == [true, true, true, false, false])
        #expect(index.names == ["mailer", "", "log"])
    }

    @Test func everyNameIsFoundAmongMany() {
        var index = NameIndex()
        for number in 0..<5000 { #expect(index.insert("service number \(number)") == (true, number)) }
        for number in 0..<5000 { #expect(index["service number \(number)"] == number) }
        #expect(index["service number 5000"] == nil)
        #expect(index["Service number 1"] == nil)
    }
}
