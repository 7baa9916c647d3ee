//! The words and signs of a source text, without comments, texts and tests.

/// The code with blanks instead of comments, texts, characters and modules of tests.
pub fn code_only(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let mut code = String::with_capacity(text.len());
    let mut at = 0;
    while at < chars.len() {
        let end = match chars[at] {
            '/' if chars.get(at + 1) == Some(&'/') => end_of_line(&chars, at),
            '/' if chars.get(at + 1) == Some(&'*') => end_of_comment(&chars, at),
            '"' => end_of_text(&chars, at),
            'r' if is_raw(&chars, at) => end_of_raw_text(&chars, at),
            '\'' => end_of_character(&chars, at),
            _ => at,
        };
        if end == at {
            code.push(chars[at]);
            at += 1;
        } else {
            code.push(' ');
            at = end;
        }
    }
    without_tests(&code)
}

fn end_of_line(chars: &[char], at: usize) -> usize {
    chars[at..]
        .iter()
        .position(|c| *c == '\n')
        .map_or(chars.len(), |length| at + length)
}

fn end_of_comment(chars: &[char], at: usize) -> usize {
    let mut depth = 0;
    let mut at = at;
    while at < chars.len() {
        match (chars[at], chars.get(at + 1)) {
            ('/', Some('*')) => depth += 1,
            ('*', Some('/')) => depth -= 1,
            _ => {
                at += 1;
                continue;
            }
        }
        at += 2;
        if depth == 0 {
            break;
        }
    }
    at
}

fn end_of_text(chars: &[char], at: usize) -> usize {
    let mut at = at + 1;
    while at < chars.len() && chars[at] != '"' {
        at += if chars[at] == '\\' { 2 } else { 1 };
    }
    at + 1
}

/// Whether `r"` or `r#"` begins here, and not inside a name.
fn is_raw(chars: &[char], at: usize) -> bool {
    let is_name = |c: &char| c.is_alphanumeric() || *c == '_';
    let begins = at == 0 || !is_name(&chars[at - 1]) || chars[at - 1] == 'b';
    begins && chars[at + 1..].iter().find(|c| **c != '#') == Some(&'"')
}

fn end_of_raw_text(chars: &[char], at: usize) -> usize {
    let hashes = chars[at + 1..].iter().take_while(|c| **c == '#').count();
    let closing: Vec<char> = std::iter::once('"')
        .chain(std::iter::repeat_n('#', hashes))
        .collect();
    let begin = at + 2 + hashes;
    chars[begin..]
        .windows(closing.len())
        .position(|window| window == closing)
        .map_or(chars.len(), |length| begin + length + closing.len())
}

/// The end of a character; a lifetime such as `'a` has none.
fn end_of_character(chars: &[char], at: usize) -> usize {
    if chars.get(at + 1) == Some(&'\\') {
        return chars[at + 3..]
            .iter()
            .position(|c| *c == '\'')
            .map_or(at, |length| at + length + 4);
    }
    if chars.get(at + 2) == Some(&'\'') {
        at + 3
    } else {
        at
    }
}

fn without_tests(code: &str) -> String {
    let mut code = code.to_owned();
    while let Some(begin) = code.find("#[cfg(test)]") {
        let rest = &code[begin..];
        let end = match (rest.find('{'), rest.find(';')) {
            (Some(brace), semicolon) if semicolon.is_none_or(|semicolon| brace < semicolon) => {
                brace + end_of_block(&rest[brace..])
            }
            (_, Some(semicolon)) => semicolon + 1,
            _ => rest.len(),
        };
        code.replace_range(begin..begin + end, " ");
    }
    code
}

/// The length of a block that begins with its brace.
fn end_of_block(code: &str) -> usize {
    let mut depth = 0;
    for (at, c) in code.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    code.len()
}

/// A word or a sign of the code; `::` is one sign.
pub fn tokens(code: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = code.trim_start();
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let length = if is_word(first) {
            rest.find(|c| !is_word(c)).unwrap_or(rest.len())
        } else if rest.starts_with("::") {
            2
        } else {
            first.len_utf8()
        };
        tokens.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    tokens
}
