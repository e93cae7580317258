// Draws the triangles that lab.wasm leaves in its memory, with WebGL 2. One program, one texture (the letters), one buffer of
// vertices and one of indices; nothing else of WebGL.

const vertexSource = `#version 300 es
uniform vec2 screen;
layout(location=0) in vec2 place;
layout(location=1) in vec2 letter;
layout(location=2) in vec4 colour;
out vec2 at;
out vec4 ink;
void main() {
at = letter;
ink = colour;
gl_Position = vec4(place / screen * vec2(2, -2) + vec2(-1, 1), 0, 1);
}`;
const fragmentSource = `#version 300 es
precision mediump float;
uniform sampler2D letters;
in vec2 at;
in vec4 ink;
out vec4 shown;
void main() {
float cover = ink.a * texture(letters, at).r;
shown = vec4(ink.rgb * cover, cover);
}`;

const vertexBytes = 20;

/** null where the browser has no WebGL 2. */
export function createRenderer(canvas, lab) {
  const gl = canvas.getContext('webgl2', { alpha: false, antialias: false, depth: false, preserveDrawingBuffer: false });
  if (!gl) return null;
  let screen;

  /** Everything that a lost context takes with it. */
  function prepare() {
    const program = gl.createProgram();
    for (const [type, source] of [[gl.VERTEX_SHADER, vertexSource], [gl.FRAGMENT_SHADER, fragmentSource]]) {
      const shader = gl.createShader(type);
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) throw new Error(gl.getProgramInfoLog(program));
    gl.useProgram(program);
    screen = gl.getUniformLocation(program, 'screen');
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
    [[2, gl.FLOAT, false, 0], [2, gl.FLOAT, false, 8], [4, gl.UNSIGNED_BYTE, true, 16]].forEach(([size, type, isScaled, offset], i) => {
      gl.enableVertexAttribArray(i);
      gl.vertexAttribPointer(i, size, type, isScaled, vertexBytes, offset);
    });
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.enable(gl.SCISSOR_TEST);
    gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
    for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, filter, gl.LINEAR);
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
  }

  prepare();
  return {
    prepare,
    isLost: () => gl.isContextLost(),
    takeLetters() {
      const { width, height, bytes } = lab.letters();
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.R8, width, height, 0, gl.RED, gl.UNSIGNED_BYTE, bytes);
    },
    /** `table`: what frame() returned. */
    draw(table) {
      const buffer = lab.wasm.memory.buffer, words = new Int32Array(buffer), floats = new Float32Array(buffer);
      const { width, height } = canvas;
      gl.viewport(0, 0, width, height);
      gl.uniform2f(screen, width, height);
      let at = table / 4;
      for (let lists = words[at++]; lists > 0; --lists) {
        const [vertices, vertexCount, indices, indexCount, commands] = words.subarray(at, at + 5);
        at += 5;
        gl.bufferData(gl.ARRAY_BUFFER, lab.bytesAt(vertices, vertexCount * vertexBytes), gl.STREAM_DRAW);
        gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, lab.bytesAt(indices, indexCount * 4), gl.STREAM_DRAW);
        for (let command = 0; command < commands; ++command, at += 6) {
          const [left, top, right, bottom] = floats.subarray(at + 2, at + 6).map(Math.floor);
          if (right <= left || bottom <= top) continue;
          gl.scissor(left, height - bottom, right - left, bottom - top);
          gl.drawElements(gl.TRIANGLES, words[at], gl.UNSIGNED_INT, words[at + 1] * 4);
        }
      }
    },
  };
}
